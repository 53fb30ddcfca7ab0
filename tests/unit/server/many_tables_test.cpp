// 10,000 tables are no trouble: every one is found, listed and dropped, and none makes the others
// slower by more than a search does.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "api_client.h"

namespace stator::server::testing {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::size_t kTables = 10'000;

std::string name_of(std::size_t number) {
  const std::string digits = std::to_string(number);
  return "table-" + std::string(5 - digits.size(), '0') + digits;
}

std::string named(std::size_t number) { return R"({"TableName":")" + name_of(number) + R"("})"; }

ApiReply create(ApiClient& client, std::size_t number) {
  return client.call("CreateTable",
                     R"({"TableName":")" + name_of(number) +
                         R"(","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                         R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                         R"("BillingMode":"PAY_PER_REQUEST"})");
}

template <class Work>
nanoseconds time_of(Work work) {
  const auto start = steady_clock::now();
  work();
  return steady_clock::now() - start;
}

TEST(ManyTables, are_created_found_listed_and_deleted) {
  ApiClient client;
  for (std::size_t i = 0; i < kTables; ++i) ASSERT_EQ(create(client, i).status, 200U) << i;
  EXPECT_EQ(create(client, 5).status, 400U);  // it is there already
  EXPECT_EQ(client.call("DescribeTable", named(kTables - 1)).status, 200U);

  std::size_t listed = 0;
  std::string last;
  for (;;) {
    const ApiReply page = client.call(
        "ListTables", last.empty() ? "{}" : R"({"ExclusiveStartTableName":")" + last + R"("})");
    listed += static_cast<std::size_t>(std::count(page.body.begin(), page.body.end(), '-'));
    const std::size_t at = page.body.find(R"("LastEvaluatedTableName":")");
    if (at == std::string::npos) break;
    --listed;  // the last name is there twice
    last = page.body.substr(at + 26, name_of(0).size());
  }
  EXPECT_EQ(listed, kTables);

  for (std::size_t i = 0; i < kTables; ++i) {
    ASSERT_EQ(client.call("DeleteTable", named(i)).status, 200U) << i;
  }
  EXPECT_EQ(client.call("ListTables", "{}").body, R"({"TableNames":[]})");
}

// The bound is far from what it takes (some 30 µs on a slow machine), and further from what walking
// all tables would.
TEST(ManyTables, are_forgotten_at_once) {
  constexpr nanoseconds kLongest = std::chrono::milliseconds(2);
  ApiClient client;
  nanoseconds best = nanoseconds::max();
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = 0; i < kTables; ++i) create(client, i);
    best = std::min(best, time_of([&] { client.dispatcher().reset(); }));
    EXPECT_EQ(client.call("ListTables", "{}").body, R"({"TableNames":[]})");
  }
  EXPECT_LT(best.count(), kLongest.count());
}

}  // namespace
}  // namespace stator::server::testing

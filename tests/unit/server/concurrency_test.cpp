// Many threads on the same few keys: nothing acknowledged is lost, nothing refused is applied,
// transactions are seen whole or not at all. ThreadSanitizer runs these too.

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <array>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "api_client.h"

namespace stator::server::testing {

namespace {

using rapidjson::Document;

constexpr int kThreads = 8;
constexpr int kRounds = 300;

// Runs `work(thread number)` in all threads and waits for them.
template <class Work>
void in_threads(int threads, Work work) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) all.emplace_back(work, i);
  for (std::thread& thread : all) thread.join();
}

void create(ApiClient& client, const std::string& table) {
  const ApiReply reply = client.call(
      "CreateTable", R"({"TableName":")" + table +
                         R"(","BillingMode":"PAY_PER_REQUEST",)"
                         R"("AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],)"
                         R"("KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})");
  ASSERT_EQ(reply.status, 200U) << reply.body;
}

std::string key(int account) { return R"({"id":{"S":"a)" + std::to_string(account) + "\"}}"; }

// An update of one account's balance that may not go below zero.
std::string transfer_part(int account, int amount) {
  return R"({"Update":{"TableName":"bank","Key":)" + key(account) +
         R"(,"UpdateExpression":"SET balance = balance + :d",)"
         R"("ConditionExpression":"balance >= :least","ExpressionAttributeValues":{":d":{"N":")" +
         std::to_string(amount) + R"("},":least":{"N":")" + std::to_string(-amount) + "\"}}}}";
}

long balance(const rapidjson::Value& item) { return std::stol(item["balance"]["N"].GetString()); }

TEST(Concurrency, EveryAcknowledgedIncrementCounts) {
  ApiClient client;
  create(client, "counters");
  std::array<std::atomic<int>, 3> acknowledged{};
  in_threads(kThreads, [&](int thread) {
    std::mt19937 random(static_cast<unsigned>(thread));
    for (int i = 0; i < kRounds; ++i) {
      const auto counter = random() % acknowledged.size();
      // The condition refuses some, which must not count.
      const ApiReply reply = client.call(
          "UpdateItem", R"({"TableName":"counters","Key":)" + key(static_cast<int>(counter)) +
                            R"(,"UpdateExpression":"ADD n :one","ConditionExpression":)" +
                            R"x("attribute_not_exists(n) OR n < :most",)x" +
                            R"("ExpressionAttributeValues":{":one":{"N":"1"},)" +
                            R"(":most":{"N":"500"}}})");
      if (reply.status == 200U) ++acknowledged[counter];
    }
  });
  for (std::size_t i = 0; i < acknowledged.size(); ++i) {
    const ApiReply reply = client.call(
        "GetItem", R"({"TableName":"counters","Key":)" + key(static_cast<int>(i)) + "}");
    Document answer;
    answer.Parse(reply.body.c_str());
    EXPECT_EQ(std::stoi(answer["Item"]["n"]["N"].GetString()), acknowledged[i].load());
  }
}

TEST(Concurrency, TransfersKeepTheSumThatReadersSee) {
  constexpr int kAccounts = 4;
  constexpr long kTotal = 400;
  ApiClient client;
  create(client, "bank");
  std::string gets;
  for (int i = 0; i < kAccounts; ++i) {
    client.call("PutItem", R"({"TableName":"bank","Item":{"id":{"S":"a)" + std::to_string(i) +
                               R"("},"balance":{"N":"100"}}})");
    gets += (i == 0 ? "" : ",") + (R"({"Get":{"TableName":"bank","Key":)" + key(i)) + "}}";
  }
  in_threads(kThreads, [&](int thread) {
    std::mt19937 random(static_cast<unsigned>(thread));
    for (int i = 0; i < kRounds; ++i) {
      if (thread % 4 == 0) {
        const ApiReply reply =
            client.call("TransactGetItems", R"({"TransactItems":[)" + gets + "]}");
        Document answer;
        answer.Parse(reply.body.c_str());
        long sum = 0;
        for (const auto& response : answer["Responses"].GetArray()) {
          sum += balance(response["Item"]);
        }
        EXPECT_EQ(sum, kTotal);
        continue;
      }
      const int from = static_cast<int>(random() % kAccounts);
      const int to = (from + 1 + static_cast<int>(random() % (kAccounts - 1))) % kAccounts;
      const int amount = 1 + static_cast<int>(random() % 60);
      client.call("TransactWriteItems", R"({"TransactItems":[)" + transfer_part(from, -amount) +
                                            "," + transfer_part(to, amount) + "]}");
    }
  });
}

TEST(Concurrency, TablesAndIndexesComeAndGoUnderWritesAndReads) {
  ApiClient client;
  create(client, "moving");
  const std::string add_index =
      R"({"TableName":"moving","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],)"
      R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"by_g",)"
      R"("KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],)"
      R"("Projection":{"ProjectionType":"ALL"}}}]})";
  const std::string remove_index =
      R"({"TableName":"moving","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"by_g"}}]})";
  std::atomic<int> internal_errors{0};
  const auto call = [&](std::string_view operation, const std::string& body) {
    if (client.call(operation, body).status >= 500U) ++internal_errors;
  };
  in_threads(kThreads, [&](int thread) {
    const std::string own = "table" + std::to_string(thread);
    for (int i = 0; i < kRounds / 4; ++i) {
      call("PutItem", R"({"TableName":"moving","Item":{"id":{"S":"a)" + std::to_string(i % 7) +
                          R"("},"g":{"S":"x"}}})");
      call("Query", R"({"TableName":"moving","IndexName":"by_g","KeyConditionExpression":"g = :g",)"
                    R"("ExpressionAttributeValues":{":g":{"S":"x"}},)"
                    R"("ReturnConsumedCapacity":"INDEXES"})");
      if (thread == 0) call("UpdateTable", i % 2 == 0 ? add_index : remove_index);
      if (thread == 1) {
        create(client, own);
        call("DeleteTable", R"({"TableName":")" + own + "\"}");
      }
      if (thread == 2) call("Scan", R"({"TableName":"moving","ConsistentRead":true})");
    }
  });
  EXPECT_EQ(internal_errors.load(), 0);
  client.call("UpdateTable", add_index);
  const ApiReply reply =
      client.call("Scan", R"({"TableName":"moving","IndexName":"by_g","Select":"COUNT"})");
  EXPECT_NE(reply.body.find(R"("Count":7)"), std::string::npos) << reply.body;
}

}  // namespace

}  // namespace stator::server::testing

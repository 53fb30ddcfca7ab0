#include "storage/expiry_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "storage/table.h"
#include "tests/unit/storage/samples.h"

namespace stator::storage {
namespace {

Number to_number(std::string_view text) { return std::get<Number>(Number::parse(text)); }

std::vector<KeyBytes> take_until(ExpiryIndex& index, std::string_view latest,
                                 std::size_t limit = 1000) {
  return index.take(Number(0), to_number(latest), limit);
}

void change(ExpiryIndex& index, const std::string& key, ItemRef before, ItemRef after) {
  index.before_change(Trees{}, {key, std::move(before), std::move(after)}, {});
}

ItemRef expiring(AttributeValue when) { return item({{"ttl", std::move(when)}}); }

TEST(ExpiryIndex, GivesKeysInTheOrderInWhichTheyExpireOnce) {
  ExpiryIndex index("ttl");
  change(index, "b", nullptr, expiring(number("20")));
  change(index, "a", nullptr, expiring(number("10")));
  change(index, "c", nullptr, expiring(number("30")));
  EXPECT_EQ(take_until(index, "9.9"), std::vector<KeyBytes>());
  EXPECT_EQ(take_until(index, "20"), (std::vector<KeyBytes>{"a", "b"}));
  EXPECT_EQ(take_until(index, "20"), std::vector<KeyBytes>());
  EXPECT_EQ(index.size(), 1U);
}

TEST(ExpiryIndex, TakesNoMoreThanAskedFor) {
  ExpiryIndex index("ttl");
  for (const char* key : {"a", "b", "c"}) change(index, key, nullptr, expiring(number("1")));
  EXPECT_EQ(take_until(index, "1", 2), (std::vector<KeyBytes>{"a", "b"}));
  EXPECT_EQ(take_until(index, "1", 2), (std::vector<KeyBytes>{"c"}));
}

TEST(ExpiryIndex, DropsWhatExpiredTooLongAgo) {
  ExpiryIndex index("ttl");
  change(index, "a", nullptr, expiring(number("4")));
  change(index, "b", nullptr, expiring(number("5")));
  EXPECT_EQ(index.take(Number(5), Number(9), 1), (std::vector<KeyBytes>{"b"}));
  EXPECT_EQ(index.size(), 0U);
}

TEST(ExpiryIndex, LooksAtNumbersOnly) {
  ExpiryIndex index("ttl");
  change(index, "a", nullptr, expiring(text("1")));
  change(index, "b", nullptr, expiring(numbers({"1"})));
  change(index, "c", nullptr, item({{"other", number("1")}}));
  EXPECT_EQ(index.size(), 0U);
}

TEST(ExpiryIndex, AddsWhatWasThereBefore) {
  ExpiryIndex index("ttl");
  index.add("a", *expiring(number("1")));
  index.add("a", *expiring(number("1")));
  index.add("b", *expiring(text("1")));
  EXPECT_EQ(take_until(index, "1"), (std::vector<KeyBytes>{"a"}));
}

TEST(ExpiryIndex, FollowsRandomChanges) {
  std::mt19937 random(1);
  ExpiryIndex index("ttl");
  std::map<std::string, ItemRef> items;
  for (int i = 0; i < 5000; ++i) {
    const std::string key = "k" + std::to_string(random() % 50);
    ItemRef after;
    switch (random() % 4) {
      case 0: break;
      case 1: after = item({{"v", text("x")}}); break;
      default: after = expiring(number(std::to_string(random() % 20)));
    }
    ItemRef& slot = items[key];
    change(index, key, slot, after);
    slot = after;
  }
  std::vector<std::pair<Number, KeyBytes>> expected;
  for (const auto& [key, stored] : items) {
    const AttributeValue* when = stored ? stored->find("ttl") : nullptr;
    if (when != nullptr) expected.emplace_back(*when->get_if<Number>(), key);
  }
  std::sort(expected.begin(), expected.end());
  const auto taken = take_until(index, "100");
  ASSERT_EQ(taken.size(), expected.size());
  for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], expected[i].second);
}

}  // namespace
}  // namespace stator::storage

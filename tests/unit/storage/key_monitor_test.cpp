#include "storage/key_monitor.h"

#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "model/key_bytes.h"

namespace stator::storage {
namespace {

const KeySchema kKey{{{"pk", ScalarType::kS}}, {{"sk", ScalarType::kS}}};

AttributeMap attributes(std::string_view pk, std::string_view sk) {
  return AttributeMap({{"pk", AttributeValue(pk)}, {"sk", AttributeValue(sk)}});
}

KeyBytes key(std::string_view pk, std::string_view sk) {
  return table_key(attributes(pk, sk), kKey);
}

TEST(KeyCounter, CountsByPartitionAndByWholeKey) {
  KeyCounter counter(kKey, InsightsMode::kAccessedAndThrottledKeys);
  for (const auto& bytes : {key("a", "1"), key("a", "2"), key("b", "1"), key("a", "2")}) {
    counter.count(KeyEvent::kAccessed, bytes);
  }
  const auto partitions = counter.top_partitions(KeyEvent::kAccessed, 10);
  ASSERT_EQ(partitions.size(), 2U);
  EXPECT_EQ(partitions[0].key, AttributeMap({{"pk", AttributeValue::string("a")}}));
  EXPECT_EQ(partitions[0].count, 3U);
  const auto keys = counter.top_keys(KeyEvent::kAccessed, 1);
  ASSERT_EQ(keys.size(), 1U);
  EXPECT_EQ(keys[0].key, attributes("a", "2"));
  EXPECT_EQ(keys[0].count, 2U);
  EXPECT_TRUE(counter.top_keys(KeyEvent::kThrottled, 10).empty());
}

TEST(KeyCounter, LeavesOutWhatFollowsTheKeyOfAnIndexEntry) {
  const KeySchema index{{{"sk", ScalarType::kS}}, {}};
  KeyCounter counter(index, InsightsMode::kAccessedAndThrottledKeys);
  for (const char* pk : {"a", "b"}) {
    counter.count(KeyEvent::kAccessed, *index_key(attributes(pk, "x"), index, kKey));
  }
  const auto partitions = counter.top_partitions(KeyEvent::kAccessed, 10);
  ASSERT_EQ(partitions.size(), 1U);
  EXPECT_EQ(partitions[0].count, 2U);
  EXPECT_TRUE(counter.top_keys(KeyEvent::kAccessed, 10).empty());
}

TEST(KeyCounter, CountsThrottledKeysAloneWhenAskedTo) {
  KeyCounter counter(kKey, InsightsMode::kThrottledKeys);
  counter.count(KeyEvent::kAccessed, key("a", "1"));
  counter.count(KeyEvent::kThrottled, key("a", "1"));
  EXPECT_TRUE(counter.top_partitions(KeyEvent::kAccessed, 10).empty());
  EXPECT_EQ(counter.top_partitions(KeyEvent::kThrottled, 10).size(), 1U);
}

TEST(KeyCounter, CountsFromManyThreads) {
  KeyCounter counter(kKey, InsightsMode::kAccessedAndThrottledKeys);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 500; ++round) counter.count(KeyEvent::kAccessed, key("a", "1"));
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(counter.top_keys(KeyEvent::kAccessed, 1).front().count, 2000U);
}

}  // namespace
}  // namespace stator::storage

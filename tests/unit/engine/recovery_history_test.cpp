// The history of a table against a naive one: a copy of its items for every second.
#include "engine/recovery_history.h"

#include <map>
#include <memory>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "model/attribute_value.h"
#include "model/key_bytes.h"
#include "storage/table.h"

namespace stator::engine {
namespace {

using std::chrono::days;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Copy = std::map<std::string, std::string>;  // key to value

std::shared_ptr<const TableSchema> plain_schema() {
  auto schema = std::make_shared<TableSchema>();
  schema->name = "T";
  schema->key.hash = {{"pk", ScalarType::kS}};
  return schema;
}

Copy copy_of(const storage::Trees& trees) {
  Copy copy;
  trees.items.ascend({}, [&](std::string_view, const ItemRef& item) {
    copy[std::string(item->find("pk")->get_if<Text>()->view())] =
        item->find("v")->get_if<Text>()->view();
    return true;
  });
  return copy;
}

class RecoveryHistoryTest : public ::testing::Test {
 protected:
  static constexpr std::size_t kPlenty = std::size_t{1} << 30;

  void enable(std::size_t bytes_max = kPlenty, days period = days(35)) {
    history_ = std::make_shared<RecoveryHistory>(now_, period, bytes_max, reclaimer_);
    const WriteLock lock(table_.mutex());
    table_.attach(history_);
  }

  // An empty value deletes.
  void set(const std::string& key, const std::string& value) {
    AttributeMap attributes({{"pk", AttributeValue::string(key)}});
    const KeyBytes bytes = table_key(attributes, table_.key());
    ItemRef after;
    if (!value.empty()) {
      after = make_item(AttributeMap({{"pk", AttributeValue::string(key)},
                                      {"v", AttributeValue::string(value)}}));
    }
    const WriteLock lock(table_.mutex());
    const ItemRef* found = table_.trees().items.find(bytes);
    table_.apply({bytes, found == nullptr ? ItemRef() : *found, after}, {now_});
  }

  Copy present() const { return copy_of(table_.snapshot()); }
  Copy restored(Seconds second) const {
    const auto past = history_->state_after(second);
    return past ? copy_of(*past) : present();
  }

  Timestamp now_{milliseconds(1'790'000'000'500)};
  storage::Reclaimer reclaimer_;
  storage::Table table_{plain_schema(), TableSettings()};
  std::shared_ptr<RecoveryHistory> history_;
};

TEST_F(RecoveryHistoryTest, EverySecondIsAsItWas) {
  set("a", "before");
  enable();
  std::mt19937 random(7);
  std::map<Seconds, Copy> copies;
  for (int step = 0; step < 3000; ++step) {
    now_ += milliseconds(random() % 1500);
    const std::string key = "k" + std::to_string(random() % 200);
    set(key, random() % 4 == 0 ? "" : std::to_string(step));
    copies[to_seconds(now_)] = present();
  }
  ASSERT_GT(copies.size(), 1000U);
  for (const auto& [second, copy] : copies) {
    EXPECT_EQ(restored(second), copy) << second.time_since_epoch().count();
  }
}

TEST_F(RecoveryHistoryTest, SecondsWithoutChangesAreThoseBefore) {
  enable();
  const Seconds first = to_seconds(now_);
  now_ += seconds(10);
  set("a", "1");
  now_ += seconds(10);
  set("a", "2");
  EXPECT_EQ(restored(first + seconds(9)), (Copy{}));
  EXPECT_EQ(restored(first + seconds(10)), (Copy{{"a", "1"}}));
  EXPECT_EQ(restored(first + seconds(19)), (Copy{{"a", "1"}}));
  EXPECT_EQ(restored(first + seconds(20)), (Copy{{"a", "2"}}));
  EXPECT_EQ(restored(first + seconds(99)), (Copy{{"a", "2"}}));
  EXPECT_EQ(history_->root_count(), 2U);
}

TEST_F(RecoveryHistoryTest, ChangesOfTheFirstSecondNeedNoRoot) {
  enable();
  set("a", "1");
  set("a", "2");
  EXPECT_EQ(history_->root_count(), 0U);
  EXPECT_EQ(restored(to_seconds(now_)), (Copy{{"a", "2"}}));
}

TEST_F(RecoveryHistoryTest, AClockThatGoesBackLosesNothing) {
  enable();
  const Seconds first = to_seconds(now_);
  now_ += seconds(5);
  set("a", "1");
  now_ -= seconds(3);
  set("a", "2");
  EXPECT_EQ(restored(first + seconds(5)), (Copy{{"a", "2"}}));
  EXPECT_EQ(restored(first + seconds(4)), (Copy{}));
}

TEST_F(RecoveryHistoryTest, TheWindowIsAsLongAsThePeriod) {
  enable(kPlenty, days(2));
  const Seconds first = to_seconds(now_);
  for (int day = 1; day <= 4; ++day) {
    now_ += days(1);
    set("a", std::to_string(day));
    EXPECT_EQ(history_->earliest(now_), std::max(first, to_seconds(now_) - days(2)));
  }
  EXPECT_EQ(history_->root_count(), 2U);
  EXPECT_EQ(restored(first + days(2)), (Copy{{"a", "2"}}));
  EXPECT_EQ(restored(first + days(3)), (Copy{{"a", "3"}}));
  now_ += days(10);
  history_->trim(now_);
  EXPECT_EQ(history_->root_count(), 0U);
  EXPECT_EQ(history_->earliest(now_), to_seconds(now_) - days(2));
  EXPECT_EQ(restored(to_seconds(now_)), (Copy{{"a", "4"}}));
}

TEST_F(RecoveryHistoryTest, BoundedMemoryCutsTheWindowAndTheRestStaysExact) {
  constexpr std::size_t kBytesMax = 100'000;
  enable(kBytesMax);
  const Seconds first = to_seconds(now_);
  std::map<Seconds, Copy> copies;
  for (int step = 0; step < 500; ++step) {
    now_ += seconds(1);
    set("k" + std::to_string(step % 7), std::string(1000, static_cast<char>('a' + step % 26)));
    copies[to_seconds(now_)] = present();
  }
  const Seconds earliest = history_->earliest(now_);
  EXPECT_GT(earliest, first);
  EXPECT_LT(history_->root_count(), 40U);  // each takes more than 1,000 bytes and a path
  EXPECT_GT(history_->root_count(), 5U);
  for (auto at = copies.lower_bound(earliest); at != copies.end(); ++at) {
    EXPECT_EQ(restored(at->first), at->second);
  }
}

TEST_F(RecoveryHistoryTest, OneSecondThatIsTooLargeLeavesNoHistory) {
  enable(5'000);
  now_ += seconds(1);
  set("a", std::string(10'000, 'x'));
  set("a", "small");
  EXPECT_EQ(history_->root_count(), 0U);
  EXPECT_EQ(history_->earliest(now_), to_seconds(now_));
  set("a", "again");
  EXPECT_EQ(restored(history_->earliest(now_)), (Copy{{"a", "again"}}));
}

}  // namespace
}  // namespace stator::engine

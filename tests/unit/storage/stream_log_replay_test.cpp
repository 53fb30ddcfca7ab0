// Writers change a table while a reader follows its stream through rotations; what the reader puts
// together must be the table.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "model/key_bytes.h"
#include "storage/stream_log.h"
#include "storage/table.h"
#include "tests/unit/storage/samples.h"

namespace stator::storage {
namespace {

using std::chrono::milliseconds;

constexpr Timestamp kStart{milliseconds(1'790'000'000'000)};
constexpr int kWriters = 3;
constexpr int kWrites = 4000;  // of each
constexpr int kKeys = 40;      // hot, so that writers meet

std::shared_ptr<const TableSchema> schema() {
  return std::make_shared<TableSchema>(TableSchema{"Items", {{string_key("pk")}, {}}, {}});
}

std::string key_of(const Item& item) { return std::string(*item.find("pk")->get_if<Text>()); }

// Moves on with every write, twenty hours in all.
class WriteClock {
 public:
  Timestamp tick() { return kStart + milliseconds(ticks_.fetch_add(1) * 6000); }
  Timestamp now() const { return kStart + milliseconds(ticks_.load() * 6000); }

 private:
  std::atomic<std::int64_t> ticks_{0};
};
static_assert(kWriters * kWrites * 6 < 24 * 3600, "nothing is trimmed before it is read");

void write(Table& table, WriteClock& clock, unsigned seed) {
  std::mt19937 random(seed);
  for (int i = 0; i < kWrites; ++i) {
    const std::string pk = "k" + std::to_string(random() % kKeys);
    ItemRef after;
    if (random() % 4 != 0) {
      after = item({{"pk", text(pk)}, {"v", number(std::to_string(random() % 5))}});
    }
    const KeyBytes key = table_key(item({{"pk", text(pk)}})->attributes(), table.key());
    const WriteLock lock(table.mutex());
    const ItemRef* found = table.trees().items.find(key);
    table.apply({key, found == nullptr ? ItemRef() : *found, after}, {clock.tick()});
  }
}

using Items = std::map<std::string, AttributeMap>;

// Applies records to a copy of the table, and checks that each fits what was there.
class Replica {
 public:
  void apply(const StreamRecord& record) {
    EXPECT_TRUE(seen_.insert(record.number).second) << "twice: " << record.number;
    const Item& known = record.new_image ? *record.new_image : *record.old_image;
    const std::string pk = key_of(known);
    const auto before = items_.find(pk);
    EXPECT_EQ(before != items_.end(), static_cast<bool>(record.old_image));
    if (before != items_.end() && record.old_image) {
      EXPECT_EQ(before->second, record.old_image->attributes());
    }
    if (record.new_image) {
      items_[pk] = record.new_image->attributes();
    } else {
      items_.erase(pk);
    }
  }
  const Items& items() const { return items_; }

 private:
  Items items_;
  std::set<std::uint64_t> seen_;
};

// Follows every lane from its first shard to its last: a child is read once its parent is at its
// end.
class Follower {
 public:
  explicit Follower(StreamLog& log) : log_(log) {
    for (const auto& shard : log.shards(kStart)) places_[shard.id] = shard.first_number;
  }

  void read(Timestamp now, Replica& replica) {
    for (auto at = places_.begin(); at != places_.end();) {
      const auto found = log_.read(at->first, at->second, 17, now);
      const auto& page = std::get<StreamPage>(found);
      for (const auto& record : page.records) replica.apply(record);
      if (page.next) {
        at->second = *page.next;
        ++at;
      } else {
        follow(at->first, now);
        at = places_.erase(at);
      }
    }
  }
  std::size_t rotations() const { return rotations_; }
  bool is_at_end() const { return places_.empty(); }

 private:
  void follow(const std::string& parent_id, Timestamp now) {
    for (const auto& shard : log_.shards(now)) {
      if (shard.parent_id != parent_id) continue;
      places_[shard.id] = shard.first_number;  // a later id: reached in this round or the next
      ++rotations_;
    }
  }

  StreamLog& log_;
  std::map<std::string, std::uint64_t> places_;
  std::size_t rotations_ = 0;
};

Items contents(const Table& table) {
  Items items;
  table.snapshot().items.ascend({}, [&](std::string_view, const ItemRef& item) {
    items.emplace(key_of(*item), item->attributes());
    return true;
  });
  return items;
}

TEST(StreamLogReplay, AReaderThroughRotationsRebuildsTheTable) {
  Table table(schema(), {});
  WriteClock clock;
  const auto log = std::make_shared<StreamLog>(StreamViewType::kNewAndOldImages, kStart, 1);
  {
    const WriteLock lock(table.mutex());
    table.attach(log);
  }
  Follower follower(*log);
  Replica replica;
  std::atomic<int> left = kWriters;
  std::vector<std::thread> writers;
  for (unsigned seed = 0; seed < kWriters; ++seed) {
    writers.emplace_back([&, seed] {
      write(table, clock, seed);
      --left;
    });
  }
  while (left > 0) follower.read(clock.now(), replica);
  for (auto& writer : writers) writer.join();
  log->close(clock.now());
  while (!follower.is_at_end()) follower.read(clock.now(), replica);

  EXPECT_EQ(replica.items(), contents(table));
  EXPECT_EQ(follower.rotations(), 5 * StreamLog::kLanes);
}

}  // namespace
}  // namespace stator::storage

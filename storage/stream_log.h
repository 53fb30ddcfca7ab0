// What a stream remembers: the changes of one table, in shards, for 24 hours.
//
// A stream has a few lanes, each for a range of partition hashes, so that all changes of an item
// pass through one lane. A lane is a chain of shards: one is open and takes the changes; every four
// hours it closes and a child follows it. Whoever reads a shard to its end and goes on with its
// child sees the changes of each item in order and once.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/clock.h"
#include "model/item.h"
#include "model/mutex.h"
#include "model/table_settings.h"
#include "storage/change_observer.h"

namespace stator::storage {

enum class StreamEvent : std::uint8_t { kInsert, kModify, kRemove };

// One change. Images that the stream does not show are left out, but one is always there: it holds
// the key.
struct StreamRecord {
  std::uint64_t number = 0;  // ascends through the stream in the order of commits
  Timestamp created{};
  StreamEvent event = StreamEvent::kInsert;
  ChangeOrigin origin = ChangeOrigin::kUser;
  ItemRef old_image;
  ItemRef new_image;
};

// REQUIRES: there is an image before or after.
StreamEvent event_of(const ItemChange& change);

// True when the item is the same afterwards, by value.
bool changes_nothing(const ItemChange& change);

struct ShardDescription {
  std::string id;         // of a later shard greater than of an earlier one
  std::string parent_id;  // empty: the first of its lane. The parent may have been trimmed
  std::uint64_t first_number = 0;
  std::optional<std::uint64_t> last_number;  // absent while the shard is open
};

// Where in a shard to read, as requests say it.
struct ShardPosition {
  enum class Kind : std::uint8_t { kTrimHorizon, kLatest, kAt, kAfter, kAtTime };
  Kind kind = Kind::kTrimHorizon;
  std::uint64_t number = 0;  // for kAt and kAfter
  Timestamp time{};          // for kAtTime: the first record of then or later
};

struct StreamPage {
  std::vector<StreamRecord> records;
  std::optional<std::uint64_t> next;  // where to go on; absent at the end of a closed shard
};

enum class StreamFault : std::uint8_t {
  kNoShard,     // unknown, or trimmed away
  kTrimmed,     // the position is older than the oldest record that is left
  kOutOfRange,  // the shard never had the number
};

// Thread safety: safe to use from any thread; writers come one at a time, under the table's lock.
// A write holds the mutex of one lane for the time of an append, a reader for the time of finding
// its place: records are copied outside.
// Times are the server's clock's; when it is set back, nothing is trimmed or closed until it has
// caught up.
class StreamLog final : public ChangeObserver {
 public:
  static constexpr std::size_t kLanes = 4;  // the partitions of a new on-demand table
  static constexpr std::chrono::hours kShardLife{4};
  static constexpr std::chrono::hours kRetention{24};

  // `seed` tells the ids of this stream's shards from those of another.
  StreamLog(StreamViewType view_type, Timestamp now, std::uint64_t seed);

  // A log as it was at one moment: what a journal keeps of it (engine/persistence/). Shares the
  // records, which never change once written.
  static constexpr std::size_t kChunkRecords = 64;
  using Chunk = std::array<StreamRecord, kChunkRecords>;
  struct Slice {
    std::shared_ptr<const Chunk> chunk;
    std::size_t begin;
    std::size_t end;
  };
  struct ShardCopy {
    std::size_t lane = 0;
    ShardDescription description;
    Timestamp opened{};
    Timestamp closed{};
    std::uint64_t trimmed_number = 0;
    std::vector<Slice> records;
  };
  struct Copy {
    std::uint64_t last_number = 0;
    std::optional<Timestamp> closed;
    std::vector<ShardCopy> shards;  // by lane, then by age
  };
  // The copy of the moment between two changes. REQUIRES: the table is locked, shared at least.
  Copy copy();
  // The log of a copy; shares its records. Where the copy has none they may follow by `restore`,
  // each with the position of its shard in the copy, in the order of their numbers, before anything
  // else is asked of the log.
  StreamLog(StreamViewType view_type, std::uint64_t seed, const Copy& copy);
  void restore(std::size_t shard, StreamRecord record);

  // The number given last, to a record or to the end of a shard. A log that takes another one's
  // place goes on behind that one's, so that whoever has read it sees what is written from then on.
  std::uint64_t last_number() const { return last_number_.load(); }
  void go_on_behind(std::uint64_t number) {
    if (number > last_number_.load()) last_number_ = number;
  }

  // Records the change, unless it changes nothing or the log is closed.
  void before_change(const Trees& trees, const ItemChange& change,
                     const ChangeContext& context) noexcept override;

  // Closes every shard for good. What is recorded stays readable.
  void close(Timestamp now);
  std::optional<Timestamp> closed() const;

  // The shards that are left, by id.
  std::vector<ShardDescription> shards(Timestamp now);

  // The number that reading begins with.
  std::variant<std::uint64_t, StreamFault> locate(std::string_view shard_id,
                                                  const ShardPosition& position, Timestamp now);

  // Up to `limit` records of the shard whose number is `from` or more.
  std::variant<StreamPage, StreamFault> read(std::string_view shard_id, std::uint64_t from,
                                             std::size_t limit, Timestamp now);

  // Closes shards that are old enough and frees records that are too old. Reading does the same;
  // this is for streams that nobody reads.
  void settle(Timestamp now);

 private:
  using Chunks = std::deque<std::shared_ptr<Chunk>>;

  // Record i stands in chunk i / kChunkRecords; those below `begin` are trimmed, those from `end`
  // on not yet written. A chunk's records never change once written, so that readers who share the
  // chunk may look at them without a lock.
  struct Shard {
    ShardDescription description;
    Timestamp opened{};
    Timestamp closed{};  // once it has a last number
    Chunks chunks;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint64_t trimmed_number = 0;  // of the newest trimmed record

    bool is_open() const { return !description.last_number; }
    const StreamRecord& at(std::size_t i) const {
      return (*chunks[i / kChunkRecords])[i % kChunkRecords];
    }
    void append(StreamRecord record);
    // REQUIRES: there are no records yet.
    void share(const std::vector<Slice>& slices);
    // The place of the first record whose number is `number` or more, or that is not older than
    // `time`; `end` when there is none.
    std::size_t find(std::uint64_t number) const;
    std::size_t find(Timestamp time) const;
  };

  struct Lane {
    std::size_t number = 0;  // set before anybody else sees the lane
    mutable Mutex mutex;
    std::deque<Shard> shards STATOR_GUARDED_BY(mutex);  // by age; only the last can be open
  };

  // What trimming took out, to be freed without a lock.
  struct Garbage {
    Chunks chunks;
    std::deque<Shard> shards;
  };

  struct Reading {
    std::vector<Slice> slices;
    bool is_at_end = false;  // nothing will ever follow in this shard
  };

  std::uint64_t next_number() { return last_number_.fetch_add(1) + 1; }
  Shard make_shard(std::size_t lane, Timestamp opened, std::string parent_id);
  void end_shard(Shard& shard, Timestamp at);
  void rotate(Timestamp now);
  void rotate(Lane& lane, Timestamp at) STATOR_REQUIRES(lane.mutex);
  static void trim(Lane& lane, Timestamp now, Garbage& garbage) STATOR_REQUIRES(lane.mutex);
  static Shard* find_shard(Lane& lane, std::string_view id) STATOR_REQUIRES(lane.mutex);
  StreamRecord make_record(const ItemChange& change, const ChangeContext& context) const;

  std::variant<std::uint64_t, StreamFault> locate(const Shard& shard,
                                                  const ShardPosition& position) const;
  std::variant<Reading, StreamFault> find_records(std::string_view shard_id, std::uint64_t from,
                                                  std::size_t limit);
  static std::vector<Slice> slices(const Shard& shard, std::size_t begin, std::size_t end);

  std::vector<Shard*> restored_;  // of the copy that the log was made from
  const StreamViewType view_type_;
  const std::uint64_t seed_;
  std::atomic<std::uint64_t> last_number_ = 0;
  std::atomic<Timestamp::rep> closed_ms_ = 0;  // 0: not closed
  // All lanes have the same times. They turn to new shards together, at the first look at the log
  // after the time, whoever looks: so the numbers depend on the changes and their times alone, and
  // a journal that repeats those comes to the same ones.
  Mutex rotating_;  // before a lane's
  std::atomic<Timestamp::rep> next_rotation_ms_;
  std::array<Lane, kLanes> lanes_;
};

}  // namespace stator::storage

#include "storage/stream_log.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/key_bytes.h"
#include "storage/table.h"
#include "tests/unit/storage/samples.h"

namespace stator::storage {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Kind = ShardPosition::Kind;

constexpr Timestamp kStart{milliseconds(1'790'000'000'123)};

ItemRef item_of(const std::string& key, std::string_view value) {
  return item({{"pk", text(key)}, {"v", text(value)}});
}

const KeySchema kKey{{string_key("pk")}, {}};

// A log and the changes of a table that is not there.
class Recorder {
 public:
  explicit Recorder(StreamViewType view_type = StreamViewType::kNewAndOldImages)
      : log_(std::make_unique<StreamLog>(view_type, kStart, 7)) {}
  explicit Recorder(std::unique_ptr<StreamLog> log) : log_(std::move(log)) {}

  StreamLog& log() { return *log_; }

  void change(const ItemRef& before, const ItemRef& after, Timestamp now,
              ChangeOrigin origin = ChangeOrigin::kUser) {
    const ItemRef& known = after ? after : before;
    const ItemChange change{table_key(known->attributes(), kKey), before, after};
    log_->before_change(trees_, change, {now, origin});
  }
  void insert(const std::string& key, Timestamp now) {
    change(nullptr, item_of(key, "new"), now);
  }

  // Everything that can be read of a shard, in pages of `limit`.
  std::vector<StreamRecord> read_all(const std::string& shard_id, Timestamp now,
                                     std::size_t limit = 1000) {
    std::vector<StreamRecord> all;
    auto place = log_->locate(shard_id, {}, now);
    std::uint64_t from = std::get<std::uint64_t>(place);
    for (;;) {
      auto page = std::get<StreamPage>(log_->read(shard_id, from, limit, now));
      if (page.records.empty()) return all;
      for (auto& record : page.records) all.push_back(std::move(record));
      if (!page.next) return all;
      from = *page.next;
    }
  }

  std::vector<StreamRecord> read_everything(Timestamp now) {
    std::vector<StreamRecord> all;
    for (const auto& shard : log_->shards(now)) {
      for (auto& record : read_all(shard.id, now)) all.push_back(std::move(record));
    }
    return all;
  }

 private:
  std::unique_ptr<StreamLog> log_;
  Trees trees_;
};

std::vector<ShardDescription> open_shards(StreamLog& log, Timestamp now) {
  std::vector<ShardDescription> open;
  for (auto& shard : log.shards(now)) {
    if (!shard.last_number) open.push_back(std::move(shard));
  }
  return open;
}

TEST(StreamLog, BeginsWithOpenShardsInOrderOfTheirIds) {
  Recorder recorder;
  const auto shards = recorder.log().shards(kStart);
  ASSERT_EQ(shards.size(), StreamLog::kLanes);
  std::set<std::string> ids;
  for (const auto& shard : shards) {
    EXPECT_TRUE(shard.id.starts_with("shardId-00000001790000000123-")) << shard.id;
    EXPECT_EQ(shard.id.size(), 37U);
    EXPECT_FALSE(shard.last_number);
    EXPECT_EQ(shard.parent_id, "");
    ids.insert(shard.id);
  }
  EXPECT_EQ(ids.size(), shards.size());
}

TEST(StreamLog, KeepsOnlyTheImagesThatAreShownAndOneForTheKey) {
  struct Row {
    StreamViewType view;
    StreamEvent event;
    bool has_old;
    bool has_new;
  };
  using enum StreamViewType;
  using enum StreamEvent;
  const Row rows[] = {
      {kKeysOnly, kInsert, false, true},        {kKeysOnly, kModify, false, true},
      {kKeysOnly, kRemove, true, false},        {kNewImage, kInsert, false, true},
      {kNewImage, kModify, false, true},        {kNewImage, kRemove, true, false},
      {kOldImage, kInsert, false, true},        {kOldImage, kModify, true, false},
      {kOldImage, kRemove, true, false},        {kNewAndOldImages, kInsert, false, true},
      {kNewAndOldImages, kModify, true, true},  {kNewAndOldImages, kRemove, true, false},
  };
  for (const Row& row : rows) {
    Recorder recorder(row.view);
    recorder.change(row.event == kInsert ? ItemRef() : item_of("a", "x"),
                    row.event == kRemove ? ItemRef() : item_of("a", "y"), kStart);
    const auto records = recorder.read_everything(kStart);
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].event, row.event);
    EXPECT_EQ(static_cast<bool>(records[0].old_image), row.has_old);
    EXPECT_EQ(static_cast<bool>(records[0].new_image), row.has_new);
  }
}

TEST(StreamLog, RecordsNothingWhenValuesAreEqual) {
  Recorder recorder;
  recorder.change(item_of("a", "x"), item_of("a", "x"), kStart);
  EXPECT_TRUE(recorder.read_everything(kStart).empty());
  recorder.change(item_of("a", "x"), item_of("a", "y"), kStart);
  EXPECT_EQ(recorder.read_everything(kStart).size(), 1U);
}

TEST(StreamLog, KeepsTheOriginAndTheTimeOfAChange) {
  Recorder recorder;
  recorder.change(item_of("a", "x"), nullptr, kStart + seconds(5),
                  ChangeOrigin::kTimeToLive);
  const auto records = recorder.read_everything(kStart + seconds(5));
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].origin, ChangeOrigin::kTimeToLive);
  EXPECT_EQ(records[0].created, kStart + seconds(5));
}

TEST(StreamLog, PagesOfEverySizeGiveEveryRecordOnceAndInOrder) {
  Recorder recorder;
  constexpr std::size_t kRecords = 400;  // several chunks
  for (std::size_t i = 0; i < kRecords; ++i) recorder.insert("k" + std::to_string(i), kStart);
  for (const std::size_t limit : {1U, 7U, 64U, 65U, 1000U}) {
    std::set<std::uint64_t> numbers;
    for (const auto& shard : recorder.log().shards(kStart)) {
      std::uint64_t newest = shard.first_number;
      for (const auto& record : recorder.read_all(shard.id, kStart, limit)) {
        EXPECT_GT(record.number, newest);
        newest = record.number;
        numbers.insert(newest);
      }
    }
    EXPECT_EQ(numbers.size(), kRecords) << limit;
  }
}

TEST(StreamLog, TheChangesOfAnItemAreInOneLane) {
  Recorder recorder;
  for (int i = 0; i < 10; ++i) {
    recorder.change(item_of("a", std::to_string(i)), item_of("a", std::to_string(i + 1)),
                    kStart);
  }
  std::size_t shards_with_records = 0;
  for (const auto& shard : recorder.log().shards(kStart)) {
    shards_with_records += recorder.read_all(shard.id, kStart).empty() ? 0 : 1;
  }
  EXPECT_EQ(shards_with_records, 1U);
}

TEST(StreamLog, EveryLaneGetsItsShareOfKeys) {
  Recorder recorder;
  for (int i = 0; i < 1000; ++i) recorder.insert("key" + std::to_string(i), kStart);
  for (const auto& shard : recorder.log().shards(kStart)) {
    EXPECT_GT(recorder.read_all(shard.id, kStart).size(), 180U);
  }
}

TEST(StreamLog, AWriteAfterFourHoursGoesToTheChild) {
  Recorder recorder;
  recorder.insert("a", kStart);
  recorder.insert("a", kStart + StreamLog::kShardLife);
  const Timestamp now = kStart + StreamLog::kShardLife;
  const auto shards = recorder.log().shards(now);
  ASSERT_EQ(shards.size(), 2 * StreamLog::kLanes);
  std::map<std::string, std::string> parents;
  for (const auto& shard : shards) parents[shard.id] = shard.parent_id;
  for (const auto& shard : open_shards(recorder.log(), now)) {
    ASSERT_TRUE(parents.contains(shard.parent_id));
    const auto own = recorder.read_all(shard.id, now);
    EXPECT_EQ(own.size(), recorder.read_all(shard.parent_id, now).size());
    for (const auto& record : own) EXPECT_GT(record.number, shard.first_number);
  }
}

TEST(StreamLog, AnIdleStreamRotatesAsAnyOther) {
  Recorder recorder;
  const auto shards = recorder.log().shards(kStart + hours(13));
  EXPECT_EQ(shards.size(), 4 * StreamLog::kLanes);  // opened after 0, 4, 8 and 12 hours
  // After a year those of the last 24 hours, and the open ones.
  const auto later = recorder.log().shards(kStart + hours(24 * 365 + 1));
  EXPECT_EQ(later.size(), 7 * StreamLog::kLanes);
}

TEST(StreamLog, ReadingAClosedShardEnds) {
  Recorder recorder;
  recorder.insert("a", kStart);
  recorder.insert("b", kStart);
  const Timestamp now = kStart + hours(5);
  for (const auto& shard : recorder.log().shards(now)) {
    const auto from = std::get<std::uint64_t>(recorder.log().locate(shard.id, {}, now));
    const auto page = std::get<StreamPage>(recorder.log().read(shard.id, from, 1000, now));
    EXPECT_EQ(page.next.has_value(), !shard.last_number);
  }
}

TEST(StreamLog, TrimsRecordByRecordAndForgetsShardsLater) {
  Recorder recorder;
  constexpr int kRecords = 200;  // of one lane: more than three chunks
  for (int i = 0; i < kRecords; ++i) {
    recorder.change(item_of("a", std::to_string(i)), item_of("a", std::to_string(i + 1)),
                    kStart + seconds(i));
  }
  for (const int trimmed : {0, 1, 63, 64, 65, 130, 199, 200}) {
    const Timestamp now = kStart + StreamLog::kRetention + seconds(trimmed - 1);
    EXPECT_EQ(recorder.read_everything(now).size(), static_cast<std::size_t>(kRecords - trimmed))
        << trimmed;
  }
  const Timestamp now = kStart + StreamLog::kRetention + StreamLog::kShardLife;
  EXPECT_EQ(recorder.log().shards(now - milliseconds(1)).size(), 7 * StreamLog::kLanes);
  EXPECT_EQ(recorder.log().shards(now).size(), 7 * StreamLog::kLanes);  // one more, one less
  for (const auto& shard : recorder.log().shards(now)) {
    EXPECT_FALSE(shard.id.starts_with("shardId-00000001790000000123"));
  }
}

TEST(StreamLog, FreesWhatItTrims) {
  Recorder recorder;
  const ItemRef image = item_of("a", "x");
  recorder.change(nullptr, image, kStart);
  EXPECT_FALSE(image.unique());
  recorder.log().settle(kStart + StreamLog::kRetention + StreamLog::kShardLife);
  EXPECT_TRUE(image.unique());
}

TEST(StreamLog, FindsPositions) {
  Recorder recorder;
  StreamLog& log = recorder.log();
  recorder.insert("a", kStart);
  recorder.insert("a", kStart + hours(1));
  std::string id;
  std::vector<StreamRecord> records;
  for (const auto& shard : log.shards(kStart + hours(1))) {
    auto found = recorder.read_all(shard.id, kStart + hours(1));
    if (found.empty()) continue;
    id = shard.id;
    records = std::move(found);
  }
  ASSERT_EQ(records.size(), 2U);
  const std::uint64_t first = records[0].number;
  const std::uint64_t second = records[1].number;
  const Timestamp now = kStart + hours(1);
  const auto at = [&](Kind kind, std::uint64_t number, Timestamp time) {
    return log.locate(id, {kind, number}, time);
  };
  using Result = std::variant<std::uint64_t, StreamFault>;
  EXPECT_EQ(at(Kind::kLatest, 0, now), Result(second + 1));
  EXPECT_EQ(at(Kind::kAt, first, now), Result(first));
  EXPECT_EQ(at(Kind::kAfter, first, now), Result(first + 1));
  const auto since = [&](Timestamp time, Timestamp current) {
    return log.locate(id, {Kind::kAtTime, 0, time}, current);
  };
  EXPECT_EQ(since(kStart, now), Result(first));
  EXPECT_EQ(since(kStart + milliseconds(1), now), Result(second));
  EXPECT_EQ(since(kStart + hours(1), now), Result(second));
  EXPECT_EQ(since(kStart + hours(2), now), Result(second + 1));
  EXPECT_EQ(since(kStart, kStart + StreamLog::kRetention), Result(second));
  EXPECT_EQ(at(Kind::kAt, 0, now), Result(StreamFault::kOutOfRange));
  EXPECT_EQ(at(Kind::kAt, second + 1000, now), Result(StreamFault::kOutOfRange));
  const Timestamp later = kStart + StreamLog::kRetention;
  EXPECT_EQ(at(Kind::kAt, first, later), Result(StreamFault::kTrimmed));
  EXPECT_EQ(at(Kind::kAfter, first, later), Result(first + 1));
  EXPECT_EQ(at(Kind::kTrimHorizon, 0, later), Result(first + 1));
  EXPECT_EQ(std::get<StreamFault>(log.read(id, first, 10, later)), StreamFault::kTrimmed);
  EXPECT_EQ(std::get<StreamFault>(log.read("no such shard", 1, 10, later)),
            StreamFault::kNoShard);
}

TEST(StreamLog, RecordsNothingOnceClosed) {
  Recorder recorder;
  recorder.insert("a", kStart);
  EXPECT_FALSE(recorder.log().closed());
  recorder.log().close(kStart + seconds(1));
  recorder.insert("b", kStart + seconds(2));
  EXPECT_EQ(recorder.log().closed(), kStart + seconds(1));
  EXPECT_EQ(recorder.read_everything(kStart + seconds(2)).size(), 1U);
  EXPECT_TRUE(open_shards(recorder.log(), kStart + seconds(2)).empty());
  EXPECT_TRUE(open_shards(recorder.log(), kStart + hours(9)).empty());  // no more rotations
  EXPECT_TRUE(recorder.log().shards(kStart + seconds(1) + StreamLog::kRetention).empty());
  recorder.insert("c", kStart + hours(48));  // harmless
}

// So a journal that repeats the changes comes to the same numbers, whoever looked at the log then.
TEST(StreamLog, NumbersDependOnTheChangesAndTheirTimesAlone) {
  Recorder looked_at;
  Recorder alone;
  for (int i = 0; i < 200; ++i) {
    const Timestamp now = kStart + milliseconds(i * 400'000);  // 22 hours
    if (i % 3 == 0) looked_at.log().settle(now);
    for (Recorder* each : {&looked_at, &alone}) each->insert("key" + std::to_string(i % 20), now);
    if (i % 5 == 0) looked_at.log().shards(now + milliseconds(399'999));
  }
  const Timestamp end = kStart + hours(23);
  const auto numbers = [&](Recorder& recorder) {
    std::vector<std::uint64_t> all;
    for (const auto& shard : recorder.log().shards(end)) all.push_back(shard.first_number);
    for (const auto& record : recorder.read_everything(end)) all.push_back(record.number);
    return all;
  };
  EXPECT_EQ(numbers(looked_at), numbers(alone));
}

// The log of a copy that shares its records, or of one without them, which are restored one by one.
std::unique_ptr<StreamLog> log_of(const StreamLog::Copy& copy, bool shares) {
  StreamLog::Copy made = copy;
  if (!shares) {
    for (auto& shard : made.shards) shard.records.clear();
  }
  auto log = std::make_unique<StreamLog>(StreamViewType::kNewAndOldImages, 7, made);
  if (shares) return log;
  for (std::size_t shard = 0; shard < copy.shards.size(); ++shard) {
    for (const auto& slice : copy.shards[shard].records) {
      for (std::size_t i = slice.begin; i < slice.end; ++i) log->restore(shard, (*slice.chunk)[i]);
    }
  }
  return log;
}

TEST(StreamLog, ACopyGoesOnAsTheLogDoes) {
  for (const int way : {0, 1, 2, 3}) {
    const bool is_closed = way % 2 == 1;
    Recorder recorder;
    for (int i = 0; i < 300; ++i) {
      recorder.insert("key" + std::to_string(i % 30), kStart + milliseconds(i * 200'000));
    }
    Timestamp now = kStart + hours(17);
    if (is_closed) recorder.log().close(now);
    const StreamLog::Copy copy = recorder.log().copy();
    Recorder copied(log_of(copy, way / 2 == 1));
    for (int i = 0; i < 100; ++i) {
      now += milliseconds(300'000);
      for (Recorder* each : {&recorder, &copied}) {
        each->insert("key" + std::to_string(i % 30), now);
      }
    }
    const auto numbers = [&](Recorder& of) {
      std::vector<std::string> all;
      for (const auto& shard : of.log().shards(now)) {
        all.push_back(shard.id + " " + shard.parent_id + " " +
                      std::to_string(shard.first_number) + " " +
                      std::to_string(shard.last_number.value_or(0)));
        for (const auto& record : of.read_all(shard.id, now)) {
          all.push_back(std::to_string(record.number));
        }
      }
      return all;
    };
    EXPECT_EQ(numbers(recorder), numbers(copied));
    EXPECT_EQ(recorder.log().closed(), copied.log().closed());
  }
}

}  // namespace
}  // namespace stator::storage

#include "storage/journal/log_writer.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/storage/journal/journal_samples.h"

namespace stator::storage {
namespace {

std::string mark(Position synced) { return "mark " + std::to_string(synced); }

// A log in a directory of its own.
class Log {
 public:
  explicit Log(SyncMode mode) : writer_(disk_, open(), mode, mark) {}

  FaultyDisk& disk() { return disk_; }
  LogWriter& writer() { return writer_; }
  std::string path() const { return directory_.file("log"); }
  std::string next_path() const { return directory_.file("next"); }

  std::vector<std::string> records(const std::string& path, Position first = 0) const {
    const std::string bytes = bytes_of(path);
    FrameReader reader(bytes, first);
    std::vector<std::string> all;
    while (const auto record = reader.next()) all.emplace_back(*record);
    return all;
  }
  std::vector<std::string> records() const { return records(path()); }

 private:
  OpenLog open() { return {path(), disk_.create(path()), {}, 0}; }

  ScratchDirectory directory_;
  FaultyDisk disk_;
  LogWriter writer_;
};

using Records = std::vector<std::string>;

TEST(LogWriter, NothingIsWrittenBeforeSomebodyWaits) {
  Log log(SyncMode::kInterval);
  log.writer().append("one");
  EXPECT_EQ(log.records(), Records{});
  const Position two = log.writer().append("two");
  EXPECT_TRUE(log.writer().flush(two));
  EXPECT_EQ(log.records(), (Records{"one", "two"}));
  EXPECT_EQ(log.writer().end(), two);
}

TEST(LogWriter, ShortWritesAreContinued) {
  Log log(SyncMode::kInterval);
  log.disk().piece = 3;
  EXPECT_TRUE(log.writer().flush(log.writer().append("a longer record")));
  EXPECT_EQ(log.records(), Records{"a longer record"});
}

TEST(LogWriter, AlwaysSyncsBeforeItReturns) {
  Log log(SyncMode::kAlways);
  log.disk().syncs_left = 2;
  EXPECT_TRUE(log.writer().flush(log.writer().append("one")));
  EXPECT_TRUE(log.writer().flush(log.writer().append("two")));
  EXPECT_EQ(log.disk().syncs_left, 0U);
  EXPECT_FALSE(log.writer().flush(log.writer().append("three")));
  EXPECT_TRUE(log.writer().has_failed());
}

TEST(LogWriter, MarksSayWhatTheDiskHasAndDoNotFollowEachOther) {
  Log log(SyncMode::kInterval);
  const Position one = log.writer().append("one");
  EXPECT_TRUE(log.writer().sync());
  EXPECT_TRUE(log.writer().sync());
  EXPECT_TRUE(log.writer().sync());
  EXPECT_EQ(log.records(), (Records{"one", mark(one)}));
  log.writer().append("two");
  EXPECT_TRUE(log.writer().sync());
  EXPECT_EQ(log.records().size(), 4U);
}

TEST(LogWriter, TheFirstFailureIsFinalAndLeavesNoHole) {
  for (std::size_t space = 0; space < 60; ++space) {
    Log log(SyncMode::kInterval);
    ASSERT_TRUE(log.writer().flush(log.writer().append("safe")));
    log.disk().bytes_left = space;
    Records expected = {"safe"};
    std::size_t written = 0;
    for (const char* record : {"second", "third", "fourth"}) {
      const bool is_safe = log.writer().flush(log.writer().append(record));
      written += kFrameHeaderBytes + std::string(record).size();
      EXPECT_EQ(is_safe, written <= space);
      if (is_safe) expected.emplace_back(record);
    }
    EXPECT_TRUE(log.writer().has_failed() || space >= written);
    log.disk().bytes_left = FaultyDisk::kEndless;  // too late
    if (log.writer().has_failed()) {
      EXPECT_FALSE(log.writer().flush(log.writer().append("late")));
      EXPECT_FALSE(log.writer().sync());
    }
    EXPECT_EQ(log.records(), expected) << space;
  }
}

TEST(LogWriter, TurnsToAnotherFileBetweenTwoRecords) {
  Log log(SyncMode::kInterval);
  log.writer().append("one");
  const Position turned = log.writer().turn([&](Position at) {
    return OpenLog{log.next_path(), log.disk().create(log.next_path()), {}, at};
  });
  EXPECT_TRUE(log.writer().flush(log.writer().append("two")));
  EXPECT_EQ(log.records(), Records{"one"});
  EXPECT_EQ(log.records(log.next_path(), turned), Records{"two"});
}

TEST(LogWriter, AFileThatCannotBeMadeIsAFailure) {
  Log log(SyncMode::kInterval);
  log.writer().turn([&](Position at) { return OpenLog{log.next_path(), -1, {}, at}; });
  EXPECT_TRUE(log.writer().has_failed());
}

// Every thread finds what it waited for in the file, in the order of its own records.
TEST(LogWriter, ManyThreadsShareWrites) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kRecords = 500;
  for (const SyncMode mode : {SyncMode::kInterval, SyncMode::kAlways}) {
    Log log(mode);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t i = 0; i < kRecords; ++i) {
          const auto record = std::to_string(t) + " " + std::to_string(i);
          EXPECT_TRUE(log.writer().flush(log.writer().append(record)));
        }
      });
    }
    for (auto& thread : threads) thread.join();
    std::vector<std::size_t> next(kThreads, 0);
    for (const std::string& record : log.records()) {
      if (record.starts_with("mark")) continue;
      const auto t = static_cast<std::size_t>(record.front() - '0');
      EXPECT_EQ(record, std::to_string(t) + " " + std::to_string(next[t]++));
    }
    EXPECT_EQ(next, std::vector<std::size_t>(kThreads, kRecords));
  }
}

}  // namespace
}  // namespace stator::storage

// Records of a journal in orders that only races bring about.
#include "engine/persistence/replay.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/persistence/records.h"
#include "table_lifecycle_fixtures.h"

namespace stator::engine {
namespace {

std::string table_record(std::uint64_t number) {
  TableRecord record;
  record.number = number;
  record.schema.name = "Music" + std::to_string(number);
  record.schema.key.hash.push_back({"pk", ScalarType::kS});
  return make_record(RecordType::kTable, record);
}

// Reads records from position 100 on; a file that one refers to holds no table.
class ReplayTest : public ::testing::Test {
 protected:
  void read(const std::string& record) { replay_.read(record, position_ += 100); }
  std::vector<std::string> tables() {
    replay_.finish();
    return engine_.namespaces.shared().names({}, 10);
  }

  testing::MovedClock clock_;
  testing::CountedEntropy entropy_;
  Engine engine_{clock_, entropy_};
  Replay replay_{engine_, [](std::uint64_t, storage::Position, Replay& replay) {
                   replay.read(make_record(RecordType::kEnd, SnapshotEnd{}), 0);
                 }};
  storage::Position position_ = 0;
};

using Names = std::vector<std::string>;

// A request that had found the table changed its definition when it was gone.
TEST_F(ReplayTest, ATableThatIsGoneDoesNotComeBack) {
  read(table_record(1));
  read(table_record(2));
  read(make_record(RecordType::kTableGone, std::uint64_t{1}));
  read(table_record(1));
  EXPECT_EQ(tables(), Names{"Music2"});
}

TEST_F(ReplayTest, NorDoesOneThatAResetForgot) {
  read(table_record(1));
  read(make_record(RecordType::kReset, std::vector<std::uint64_t>{1}));
  read(table_record(1));
  read(table_record(2));
  EXPECT_EQ(tables(), Names{"Music2"});
}

TEST_F(ReplayTest, NorDoesOneThatWasGoneBeforeTheSnapshot) {
  read(make_record(RecordType::kEnd, SnapshotEnd{0, 0, 5}));
  read(table_record(5));
  read(table_record(7));
  read(table_record(6));
  EXPECT_EQ(tables(), (Names{"Music6", "Music7"}));
}

TEST_F(ReplayTest, NorDoesOneInWhosePlaceARestoreCame) {
  read(table_record(1));
  read(make_record(RecordType::kRestore, RestoreRecord{1, 2, {}}));
  read(table_record(1));
  read(table_record(3));
  EXPECT_EQ(tables(), Names{"Music3"});
}

}  // namespace
}  // namespace stator::engine

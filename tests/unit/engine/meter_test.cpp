// The price list, rule by rule (docs/METERING.md). Whole answers are tested in tests/wire/metering.

#include "engine/meter.h"

#include <gtest/gtest.h>

#include <array>

namespace stator::engine {

namespace {

using storage::IndexEditKind;
using storage::IndexEffect;

// A table with one local and one global index, at positions 0 and 1.
std::shared_ptr<const TableSchema> schema_with_indexes() {
  auto schema = std::make_shared<TableSchema>();
  schema->name = "tx";
  schema->key.hash = {{"pk", ScalarType::kS}};
  schema->add_index({.name = "lsi", .kind = IndexKind::kLocal, .key = {}, .projection = {},
                     .projected_attributes = {}});
  schema->add_index({.name = "gsi", .kind = IndexKind::kGlobal, .key = {}, .projection = {},
                     .projected_attributes = {}});
  return schema;
}

TableMeter meter() { return {"tx", schema_with_indexes()}; }

TEST(Meter, ReadsRoundUpToFourKilobytesAndWritesToOne) {
  struct Row {
    std::size_t bytes;
    std::uint64_t read_units;
    std::uint64_t write_units;
  };
  for (const Row& row : {Row{0, 1, 1}, Row{1, 1, 1}, Row{1024, 1, 1}, Row{1025, 1, 2},
                         Row{4096, 1, 4}, Row{4097, 2, 5}, Row{409600, 100, 400}}) {
    EXPECT_EQ(read_units(row.bytes), row.read_units) << row.bytes;
    EXPECT_EQ(write_units(row.bytes), row.write_units) << row.bytes;
  }
}

TEST(Meter, AnIndexEditCostsByItsKind) {
  struct Row {
    IndexEditKind kind;
    std::size_t old_bytes;
    std::size_t new_bytes;
    HalfUnits halves;
    std::uint64_t entries;
  };
  for (const Row& row : {
           Row{IndexEditKind::kInsert, 0, 1500, 4, 1},
           Row{IndexEditKind::kRemove, 3017, 0, 6, 1},
           Row{IndexEditKind::kReplace, 3017, 18, 6, 1},
           Row{IndexEditKind::kReplace, 18, 3017, 6, 1},
           Row{IndexEditKind::kMove, 3017, 18, 8, 2},
       }) {
    for (const WriteMode mode : {WriteMode::kStandard, WriteMode::kTransactional}) {
      for (const std::size_t index : {0U, 1U}) {
        TableMeter meter = engine::meter();
        const std::array effects{IndexEffect{index, row.kind, row.old_bytes, row.new_bytes}};
        meter.write_item(10, 10, mode, effects);
        EXPECT_EQ(meter.indexes()[index].write, row.halves);
        EXPECT_EQ(meter.indexes()[index].entries_written, row.entries);
      }
    }
  }
}

TEST(Meter, ATransactionDoublesTheTableArm) {
  TableMeter meter = engine::meter();
  meter.write_item(0, 1500, WriteMode::kTransactional, {});
  EXPECT_EQ(meter.table().write, 8U);
  meter.check_item(3000);
  EXPECT_EQ(meter.table().write, 20U);
}

TEST(Meter, ADeleteOfNothingCostsAUnitAndWritesNothing) {
  TableMeter meter = engine::meter();
  meter.write_item(0, 0, WriteMode::kStandard, {});
  EXPECT_EQ(meter.table().write, 2U);
  EXPECT_EQ(meter.table().entries_written, 0U);
}

TEST(Meter, ARefusedWriteIsMeteredButNotAnswered) {
  TableMeter meter = engine::meter();
  meter.fail_write(3003, 3, WriteMode::kStandard);
  EXPECT_EQ(meter.table().write, 6U);
  EXPECT_EQ(meter.table().failed_write, 6U);
  EXPECT_EQ(meter.answered_total(), 0U);
  EXPECT_EQ(meter.failures(), 1U);
}

// X97: of two statements one fails; the failure adds to the total, but to no arm.
TEST(Meter, AFailedStatementOfABatchAddsToTheTotalButToNoArm) {
  TableMeter meter = engine::meter();
  const std::array effects{IndexEffect{1, IndexEditKind::kInsert, 0, 30}};
  meter.fail_statement(30, 30);
  meter.write_item(0, 30, WriteMode::kStandard, effects);
  EXPECT_EQ(meter.answered_total(), 6U);
  EXPECT_EQ(meter.table().total() - meter.table().failed_write, 2U);
  EXPECT_EQ(meter.indexes()[1].write, 2U);
}

// X98: when every statement of a batch fails there is nothing to answer but the failures.
TEST(Meter, ABatchOfFailedStatementsChargesNoArm) {
  TableMeter meter = engine::meter();
  meter.fail_statement(30, 30);
  EXPECT_EQ(meter.table().total() - meter.table().failed_write, 0U);
  EXPECT_TRUE(meter.indexes().empty());
}

TEST(Meter, APageCostsAtLeastTheGivenUnits) {
  TableMeter meter = engine::meter();
  meter.read_page(0, ReadMode::kEventual, std::nullopt, 4);
  EXPECT_EQ(meter.table().read, 4U);
  meter.read_page(8193, ReadMode::kStrong, std::nullopt, 1);
  EXPECT_EQ(meter.table().read, 10U);
}

}  // namespace

}  // namespace stator::engine

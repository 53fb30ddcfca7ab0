#include "engine/ledger.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

namespace stator::engine {

namespace {

std::shared_ptr<const TableSchema> github_schema() {
  auto schema = std::make_shared<TableSchema>();
  schema->name = "GitHub";
  schema->add_index({.name = "GSI1", .kind = IndexKind::kGlobal, .key = {}, .projection = {},
                     .projected_attributes = {}});
  return schema;
}

TableMeter put_meter() {
  TableMeter meter("arn:aws:dynamodb:us-east-1:000000000000:table/GitHub", github_schema());
  const std::array effects{storage::IndexEffect{0, storage::IndexEditKind::kInsert, 0, 300}};
  meter.write_item(0, 300, WriteMode::kStandard, effects);
  return meter;
}

TEST(MeterLedger, SumsByLabelOperationTableAndIndex) {
  MeterLedger ledger;
  ledger.record("01", "PutItem", put_meter());
  ledger.record("01", "PutItem", put_meter());
  ledger.record("", "PutItem", put_meter());
  const auto entries = ledger.entries();
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries[0].label, "");
  EXPECT_EQ(entries[2].label, "01");
  EXPECT_EQ(entries[2].table_name, "GitHub");
  EXPECT_EQ(entries[2].index_name, "");
  EXPECT_EQ(entries[2].requests, 2U);
  EXPECT_EQ(entries[2].arm.write, 4U);
  EXPECT_EQ(entries[3].index_name, "GSI1");
  EXPECT_EQ(entries[3].arm.entries_written, 2U);
}

TEST(MeterLedger, AResetForgetsEverything) {
  MeterLedger ledger;
  ledger.record("", "PutItem", put_meter());
  ledger.reset();
  EXPECT_TRUE(ledger.entries().empty());
}

TEST(MeterLedger, ThreadsLoseNothing) {
  MeterLedger ledger;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&ledger] {
      for (int n = 0; n < 1000; ++n) ledger.record("", "PutItem", put_meter());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ledger.entries()[0].requests, 8000U);
  EXPECT_EQ(ledger.entries()[0].arm.write, 16000U);
}

}  // namespace

}  // namespace stator::engine

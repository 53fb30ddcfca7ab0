// States that last: what is seen while a table is created, changed or deleted, and what may not be
// done meanwhile.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "tests/unit/engine/table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

using std::chrono::milliseconds;
using Change = std::function<void(TableUpdate&)>;

class TableStates : public TableLifecycle {
 protected:
  TableStates() { engine_.durations.set_table(milliseconds(100)); }

  void create_active(const TableDefinition& definition) {
    create(definition);
    pass();
  }
  TableDescription change(const Change& change) {
    TableUpdate request;
    request.name = "T";
    change(request);
    return update(request);
  }
  void pass() {
    clock_.advance(milliseconds(100));
    engine_.background.run_due();
  }
  void expect_in_use(const std::function<void()>& call, std::string_view detail) {
    const Error error = error_of(call);
    EXPECT_EQ(error.code(), ErrorCode::kResourceInUse);
    EXPECT_EQ(error.message(),
              "Attempt to change a resource which is still in use: " + std::string(detail));
  }
  void expect_conflict(const Change& next, std::string_view detail) {
    expect_in_use([&] { change(next); }, detail);
  }
  void expect_undeletable(std::string_view detail) {
    expect_in_use([&] { delete_table(engine_, "T", kCaller); }, detail);
  }
};

void drop_stream(TableUpdate& u) { u.stream = StreamDefinition{false, {}}; }
void infrequent(TableUpdate& u) { u.table_class = TableClass::kStandardInfrequentAccess; }

TEST_F(TableStates, ATableIsCreatingForItsTime) {
  create(rich_table());
  const auto described = describe();
  EXPECT_EQ(described.status, TableStatus::kCreating);
  for (const IndexDescription& index : described.indexes) {
    EXPECT_EQ(index.status, IndexStatus::kCreating);
    EXPECT_FALSE(index.is_backfilling);
  }
  EXPECT_FALSE(find_table(engine_, "T", kCaller)->serves_items());
  EXPECT_EQ(list_tables(engine_, {}, 10, kCaller).names, std::vector<std::string>{"T"});
  expect_conflict(set_units, "Table is being created: T");
  expect_undeletable("Table is being created: T");
  expect_in_use([&] { create(rich_table()); }, "Table is being created: T");

  pass();
  EXPECT_EQ(describe().status, TableStatus::kActive);
  EXPECT_EQ(describe().indexes[1].status, IndexStatus::kActive);
  EXPECT_TRUE(find_table(engine_, "T", kCaller)->serves_items());
  EXPECT_EQ(error_of([&] { create(rich_table()); }).message(), "Table already exists: T");
}

TEST_F(TableStates, ATableIsDeletingForItsTime) {
  create_active(plain_table());
  EXPECT_EQ(delete_table(engine_, "T", kCaller).status, TableStatus::kDeleting);
  EXPECT_EQ(describe().status, TableStatus::kDeleting);
  EXPECT_FALSE(find_table(engine_, "T", kCaller)->serves_items());
  expect_conflict(set_protection, "Table is being deleted: T");
  expect_undeletable("Table is being deleted: T");
  EXPECT_EQ(error_of([&] { create(plain_table()); }).message(), "Table already exists: T");

  pass();
  EXPECT_EQ(error_of([&] { describe(); }).code(), ErrorCode::kResourceNotFound);
  create(plain_table());
}

TEST_F(TableStates, ThroughputIsShownAsItWas) {
  create_active(rich_table());
  EXPECT_EQ(change(set_units).status, TableStatus::kUpdating);
  EXPECT_EQ(describe().status, TableStatus::kUpdating);
  EXPECT_EQ(describe().settings.throughput.units, (Throughput{5, 6}));
  expect_conflict(set_units, "Table IOPS are currently being updated. Table: T");
  expect_conflict(set_stream,
                  "Can't enable or disable stream while table IOPS are being updated. Table: T");
  expect_undeletable("Table: T is in the process of being updated.");
  EXPECT_TRUE(change(set_protection).settings.deletion_protection);
  pass();
  EXPECT_EQ(describe().status, TableStatus::kActive);
  EXPECT_EQ(describe().settings.throughput.units, (Throughput{9, 9}));
}

TEST_F(TableStates, AStreamTakesItsTime) {
  create_active(rich_table());
  const std::string label = change(set_stream).settings.stream->label;
  EXPECT_EQ(describe().status, TableStatus::kUpdating);
  const std::string stream = "Table: T Stream: " + label + " Operation: ENABLE";
  expect_conflict(drop_stream, "A stream status change is currently in progress. " + stream);
  expect_conflict(set_units,
                  "Can't change table IOPS when stream status is being updated. " + stream);
  expect_undeletable("Cannot delete table while stream is being enabled/disabled.");
  pass();
  EXPECT_EQ(describe().status, TableStatus::kActive);
}

TEST_F(TableStates, BillingModeTakesItsTime) {
  create_active(rich_table());
  change(pay_per_request);
  EXPECT_EQ(describe().status, TableStatus::kUpdating);
  EXPECT_EQ(describe().indexes[1].status, IndexStatus::kUpdating);
  EXPECT_EQ(describe().indexes[0].status, IndexStatus::kActive);  // a local one
  expect_conflict(set_maximum,
                  "OnDemandThroughput cannot be updated while BillingMode update is in progress");
  pass();
  EXPECT_EQ(describe().status, TableStatus::kActive);
  EXPECT_EQ(describe().indexes[1].status, IndexStatus::kActive);
}

TEST_F(TableStates, ATableClassTakesItsTime) {
  create_active(plain_table());
  change(infrequent);
  EXPECT_EQ(describe().status, TableStatus::kUpdating);
  EXPECT_EQ(describe().settings.table_class, TableClass::kStandard);
  expect_conflict(set_class,
                  "Can't update table class when a table class update is in progress. Table: T "
                  "TableClassUpdateInProgress: STANDARD_INFREQUENT_ACCESS");
  pass();
  EXPECT_EQ(describe().settings.table_class, TableClass::kStandardInfrequentAccess);
}

TEST_F(TableStates, SomeChangesLeaveTheTableActive) {
  create_active(plain_table());
  change(set_encryption);
  EXPECT_EQ(describe().status, TableStatus::kActive);
  EXPECT_EQ(describe().encryption->status, BackgroundStatus::kUpdating);
  EXPECT_FALSE(describe().encryption->kms_key_arn);
  expect_conflict(set_encryption, "Server-Side Encryption is still being updated");
  change(set_warm);
  EXPECT_EQ(describe().warm->status, BackgroundStatus::kUpdating);
  EXPECT_EQ(describe().warm->units.read_units_per_second, 12000);
  pass();
  EXPECT_EQ(describe().encryption->status, BackgroundStatus::kSettled);
  EXPECT_EQ(describe().warm->status, BackgroundStatus::kSettled);
  EXPECT_EQ(describe().warm->units.read_units_per_second, 13000);
}

TEST_F(TableStates, AnIndexTakesItsTime) {
  create_active(rich_table());
  const Change units = [](TableUpdate& u) { u.index_updates = {throughput_of("first", {7, 7})}; };
  change(units);
  EXPECT_EQ(describe().status, TableStatus::kActive);
  EXPECT_EQ(describe().indexes[1].status, IndexStatus::kUpdating);
  EXPECT_EQ(describe().indexes[1].throughput.units, (Throughput{2, 3}));
  expect_conflict([](TableUpdate& u) { u.index_updates = {deletion_of("first")}; },
                  "Index is being updated.  Table: T Index: first");
  expect_undeletable("Cannot delete table while indexes are being created, updated, or deleted.");
  change([](TableUpdate& u) { u.index_updates = {throughput_of("second", {7, 7})}; });
  pass();
  EXPECT_EQ(describe().indexes[1].status, IndexStatus::kActive);
  EXPECT_EQ(describe().indexes[1].throughput.units, (Throughput{7, 7}));
}

TEST_F(TableStates, ChangesEndOneByOne) {
  create_active(plain_table());
  change(set_encryption);
  clock_.advance(milliseconds(60));
  change(infrequent);
  clock_.advance(milliseconds(40));
  engine_.background.run_due();
  EXPECT_EQ(describe().encryption->status, BackgroundStatus::kSettled);
  EXPECT_EQ(describe().status, TableStatus::kUpdating);
  clock_.advance(milliseconds(60));
  engine_.background.run_due();
  EXPECT_EQ(describe().status, TableStatus::kActive);
}

}  // namespace
}  // namespace stator::engine::testing

// DescribeTable, DeleteTable and ListTables.
#include "engine/table_lifecycle_time.h"
#include "storage/table.h"
#include "table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

TEST_F(TableLifecycle, MissingTablesAreNamed) {
  for (const auto& call : std::vector<std::function<void()>>{
           [&] { describe("Gone"); }, [&] { delete_table(engine_, "Gone", kCaller); },
           [&] {
             TableUpdate update;
             update.name = "Gone";
             update.deletion_protection = true;
             this->update(update);
           }}) {
    const Error error = error_of(call);
    EXPECT_EQ(error.code(), ErrorCode::kResourceNotFound);
    EXPECT_EQ(error.message(), "Requested resource not found: Table: Gone not found");
  }
}

TEST_F(TableLifecycle, CountsItemsOfTableAndIndexes) {
  create(rich_table());
  const auto table = find_table(engine_, "T", kCaller);
  AttributeMap attributes({{"pk", AttributeValue::string("1")},
                           {"sk", AttributeValue::string("2")},
                           {"g", AttributeValue::string("3")}});
  const ItemRef item = make_item(attributes);
  {
    WriteLock lock(table->mutex());
    table->apply({table_key(attributes, table->key()), nullptr, item}, {});
  }
  const auto description = describe();
  EXPECT_EQ(description.item_count, 1U);
  EXPECT_EQ(description.size_bytes, item->size_bytes());
  EXPECT_EQ(description.indexes[0].item_count, 0U);  // local: no l
  EXPECT_EQ(description.indexes[1].item_count, 1U);  // first: g
  EXPECT_EQ(description.indexes[1].size_bytes, item->size_bytes());
  EXPECT_EQ(description.indexes[2].item_count, 0U);  // second: no h
}

TEST_F(TableLifecycle, DeletesTables) {
  create(rich_table());
  const auto deleted = delete_table(engine_, "T", kCaller);
  EXPECT_EQ(deleted.status, TableStatus::kDeleting);
  EXPECT_EQ(deleted.schema->name, "T");
  error_of([&] { describe(); });
  create(plain_table());
}

TEST_F(TableLifecycle, ProtectedTablesStay) {
  TableDefinition definition = plain_table();
  definition.deletion_protection = true;
  create(definition);
  const Error error = error_of([&] { delete_table(engine_, "T", kCaller); });
  EXPECT_EQ(error.code(), ErrorCode::kValidation);
  EXPECT_EQ(error.message(),
            "Resource cannot be deleted as it is currently protected against deletion. Disable "
            "deletion protection first.");
  TableUpdate update;
  update.name = "T";
  update.deletion_protection = false;
  EXPECT_EQ(this->update(update).status, TableStatus::kActive);
  delete_table(engine_, "T", kCaller);
}

TEST_F(TableLifecycle, ListsNamesInByteOrder) {
  for (const char* name : {"b", "a", "B", "A"}) {
    TableDefinition definition = plain_table();
    definition.name = name;
    create(definition);
  }
  const auto names = [&](std::optional<std::string_view> start, std::size_t limit) {
    return list_tables(engine_, start, limit, kCaller);
  };
  EXPECT_EQ(names({}, 100).names, (std::vector<std::string>{"A", "B", "a", "b"}));
  EXPECT_FALSE(names({}, 100).last_evaluated);
  EXPECT_EQ(names({}, 3).names, (std::vector<std::string>{"A", "B", "a"}));
  EXPECT_EQ(names({}, 3).last_evaluated, "a");
  EXPECT_EQ(names("a", 3).names, (std::vector<std::string>{"b"}));
  EXPECT_FALSE(names({}, 4).last_evaluated);  // a full last page
  EXPECT_EQ(names("AA", 1).names, (std::vector<std::string>{"B"}));  // of no table
  EXPECT_TRUE(names("b", 1).names.empty());
}

TEST(TableLifecycleTime, SpellsMoments) {
  const Timestamp afternoon{std::chrono::milliseconds(1'665'406'819'007)};
  EXPECT_EQ(stream_label(afternoon), "2022-10-10T13:00:19.007");
  EXPECT_EQ(long_time(afternoon),
            "Monday, October 10, 2022 at 1:00:19 PM Coordinated Universal Time");
  const Timestamp midnight = next_midnight(afternoon);
  EXPECT_EQ(stream_label(midnight), "2022-10-11T00:00:00.000");
  EXPECT_EQ(long_time(midnight),
            "Tuesday, October 11, 2022 at 12:00:00 AM Coordinated Universal Time");
  EXPECT_EQ(next_midnight(midnight) - midnight, std::chrono::hours(24));
  EXPECT_TRUE(is_same_day(midnight, midnight + std::chrono::hours(23)));
  EXPECT_FALSE(is_same_day(afternoon, midnight));
}

}  // namespace
}  // namespace stator::engine::testing

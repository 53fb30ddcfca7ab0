// CreateTable: what is created, and what the answer shows of it.
#include <atomic>
#include <thread>

#include "table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

using TableLifecycleCreate = TableLifecycle;

TEST_F(TableLifecycleCreate, AcceptsTheLargestKeys) {
  TableDefinition definition = plain_table();
  const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g", "h"};
  std::vector<KeyElement> key;
  for (const std::string& name : names) {
    definition.attribute_definitions.push_back({name, ScalarType::kN});
    key.push_back(key.size() < 4 ? hash(name) : range(name));
  }
  definition.global_indexes = {index("wide", key)};
  const auto description = create(definition);
  EXPECT_EQ(description.schema->indexes.at(0).key.hash.size(), 4U);
  EXPECT_EQ(description.schema->indexes.at(0).key.range.size(), 4U);
  EXPECT_EQ(description.schema->indexes.at(0).key.range.at(3), (KeyAttribute{"h", ScalarType::kN}));
}

// All that was measured to be accepted although it looks odd.
TEST_F(TableLifecycleCreate, AcceptsOddIndexes) {
  TableDefinition definition = rich_table();
  definition.attribute_definitions = strings({"pk", "sk"});
  definition.local_indexes = {index("local", {hash("pk"), range("sk")})};
  definition.global_indexes = {index("T", {hash("pk"), range("sk")})};
  IndexDefinition& global = definition.global_indexes->front();
  global.projection = {ProjectionType::kInclude, {{"sk", "pk", "b", "a"}}};
  global.throughput = Throughput{1, 1};
  const auto description = create(definition);
  EXPECT_EQ(description.schema->indexes.at(1).projection.non_key_attributes,
            (std::vector<std::string>{"a", "b", "pk", "sk"}));
}

TEST_F(TableLifecycleCreate, AnswersCreatingAndIsActiveAtOnce) {
  TableDefinition definition = rich_table();
  const auto created = create(definition);
  EXPECT_EQ(created.status, TableStatus::kCreating);
  EXPECT_FALSE(created.billing);
  EXPECT_FALSE(created.warm);
  for (std::size_t i = 1; i < created.indexes.size(); ++i) {
    EXPECT_EQ(created.indexes[i].status, IndexStatus::kCreating);
    EXPECT_FALSE(created.indexes[i].is_backfilling);
    EXPECT_FALSE(created.indexes[i].warm);
    EXPECT_EQ(created.indexes[i].throughput.units, (Throughput{2, 3}));
  }

  const auto described = describe();
  EXPECT_EQ(described.status, TableStatus::kActive);
  EXPECT_EQ(described.settings.id, created.settings.id);
  EXPECT_EQ(described.settings.arn, "arn:aws:dynamodb:us-east-1:000000000000:table/T");
  EXPECT_EQ(described.settings.created, clock_.now());
  EXPECT_EQ(described.settings.throughput.units, (Throughput{5, 6}));
  EXPECT_EQ(described.warm->units, (WarmThroughput{5, 6}));
  EXPECT_EQ(described.indexes[1].status, IndexStatus::kActive);
  EXPECT_EQ(described.indexes[1].warm->units, (WarmThroughput{2, 3}));
  EXPECT_FALSE(described.billing);
}

TEST_F(TableLifecycleCreate, ShowsTheBillingModeOfTablesThatPayPerRequest) {
  const auto created = create(plain_table());
  ASSERT_TRUE(created.billing);
  EXPECT_EQ(created.billing->mode, BillingMode::kPayPerRequest);
  EXPECT_FALSE(created.billing->last_update_to_pay_per_request);

  const auto described = describe();
  EXPECT_EQ(described.billing->last_update_to_pay_per_request, clock_.now());
  EXPECT_EQ(described.settings.throughput.units, Throughput{});
  EXPECT_EQ(described.warm->units, (WarmThroughput{12000, 4000}));
}

TEST_F(TableLifecycleCreate, ShowsRequestedWarmThroughputAtOnce) {
  TableDefinition definition = plain_table();
  definition.warm.read_units_per_second = 12001;
  const auto created = create(definition);
  EXPECT_EQ(created.warm->units, (WarmThroughput{12001, 4000}));
  EXPECT_EQ(created.warm->status, BackgroundStatus::kUpdating);
  EXPECT_EQ(describe().warm->status, BackgroundStatus::kSettled);
}

TEST_F(TableLifecycleCreate, SortsDefinitionsOfTablesWithIndexesOnly) {
  TableDefinition definition = rich_table();
  definition.local_indexes.reset();
  definition.global_indexes.reset();
  definition.attribute_definitions = strings({"sk", "pk"});
  EXPECT_EQ(create(definition).settings.attribute_definitions, strings({"sk", "pk"}));
  definition = rich_table();
  definition.name = "Sorted";
  EXPECT_EQ(create(definition).settings.attribute_definitions,
            strings({"g", "h", "l", "pk", "sk"}));
}

TEST_F(TableLifecycleCreate, StoresStreamEncryptionAndProtection) {
  TableDefinition definition = plain_table();
  definition.stream = StreamDefinition{true, StreamViewType::kOldImage};
  definition.encryption = EncryptionDefinition{std::nullopt, EncryptionType::kKms, std::nullopt};
  definition.deletion_protection = true;
  definition.table_class = TableClass::kStandardInfrequentAccess;
  create(definition);
  const auto described = describe();
  ASSERT_TRUE(described.settings.stream);
  EXPECT_TRUE(described.settings.stream->enabled);
  EXPECT_EQ(described.settings.stream->label, "2026-10-09T00:21:34.123");
  ASSERT_TRUE(described.encryption);
  EXPECT_TRUE(described.encryption->kms_key_arn->starts_with(
      "arn:aws:kms:us-east-1:000000000000:key/"));
  EXPECT_TRUE(described.settings.deletion_protection);
  EXPECT_EQ(described.settings.table_class, TableClass::kStandardInfrequentAccess);
}

TEST_F(TableLifecycleCreate, EmptySpecificationsAreNone) {
  TableDefinition definition = plain_table();
  definition.stream = StreamDefinition{false, std::nullopt};
  definition.encryption = EncryptionDefinition{};
  create(definition);
  EXPECT_FALSE(describe().settings.stream);
  EXPECT_FALSE(describe().encryption);
}

TEST_F(TableLifecycleCreate, EachIncarnationHasItsOwnId) {
  const auto first = create(plain_table());
  delete_table(engine_, "T", kCaller);
  const auto second = create(plain_table());
  EXPECT_NE(first.settings.id, second.settings.id);
  EXPECT_EQ(first.settings.arn, second.settings.arn);
}

TEST_F(TableLifecycleCreate, OfManyCallsAtOnceOneSucceeds) {
  std::atomic<int> successes = 0;
  std::atomic<int> conflicts = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      try {
        create(plain_table());
        ++successes;
      } catch (const Error& error) {
        if (error.code() == ErrorCode::kResourceInUse) ++conflicts;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(successes, 1);
  EXPECT_EQ(conflicts, 7);
}

}  // namespace
}  // namespace stator::engine::testing

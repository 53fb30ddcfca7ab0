// UpdateTable: creating, changing and deleting global indexes.
#include "model/key_bytes.h"
#include "storage/table.h"
#include "table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

using Change = std::function<void(TableUpdate&)>;

struct Fault {
  std::string title;
  Change change;
  std::string message;
  ErrorCode code = ErrorCode::kValidation;
};

// With units, as an index of a provisioned table needs them.
GlobalIndexUpdate provisioned_creation(std::string name, std::vector<KeyElement> key) {
  GlobalIndexUpdate update = creation_of(std::move(name), std::move(key));
  update.creation->throughput = Throughput{1, 1};
  return update;
}

class TableLifecycleUpdateIndexes : public TableLifecycle {
 protected:
  TableDescription change(const Change& change) {
    TableUpdate update;
    update.name = "T";
    change(update);
    return this->update(update);
  }
  Error fault(const Change& change) {
    return error_of([&] { this->change(change); });
  }
  void create_on_demand() {
    TableDefinition definition = rich_table();
    definition.billing_mode = BillingMode::kPayPerRequest;
    definition.throughput.reset();
    for (IndexDefinition& each : *definition.global_indexes) each.throughput.reset();
    create(definition);
  }
  void put(std::string pk, std::vector<Attribute> more) {
    const auto table = find_table(engine_, "T", kCaller);
    more.push_back({"pk", AttributeValue::string(pk)});
    more.push_back({"sk", AttributeValue::string("1")});
    AttributeMap attributes(std::move(more));
    const ItemRef item = make_item(attributes);
    WriteLock lock(table->mutex());
    table->apply({table_key(attributes, table->key()), nullptr, item}, {});
  }
  void check(const std::vector<Fault>& faults) {
    for (const Fault& each : faults) {
      SCOPED_TRACE(each.title);
      const Error error = fault(each.change);
      EXPECT_EQ(error.message(), each.message);
      EXPECT_EQ(error.code(), each.code);
    }
  }
};

Change one(GlobalIndexUpdate update) {
  return [update](TableUpdate& u) {
    u.attribute_definitions = strings({"n"});
    u.index_updates = {update};
  };
}

TEST_F(TableLifecycleUpdateIndexes, RefusesToCreateOnAProvisionedTable) {
  create(rich_table());
  GlobalIndexUpdate no_units = provisioned_creation("new", {hash("n")});
  no_units.creation->throughput.reset();
  GlobalIndexUpdate new_maxima = provisioned_creation("new", {hash("n")});
  new_maxima.creation->on_demand.max_write_request_units = 5;
  check({
      {"no definitions",
       [](auto& u) { u.index_updates = {provisioned_creation("new", {hash("n")})}; },
       invalid("AttributeDefinitions is not specified for index: new")},
      {"other definitions", one(provisioned_creation("new", {hash("other")})),
       invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: [other], "
               "AttributeDefinitions: [n]")},
      {"roles", one(provisioned_creation("new", {range("n")})),
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
      {"projection",
       [](auto& u) {
         one(provisioned_creation("new", {hash("n")}))(u);
         u.index_updates->front().creation->projection.type.reset();
       },
       invalid("Unknown ProjectionType: null")},
      {"a global index exists", one(provisioned_creation("first", {hash("n")})),
       "Attempting to create an index which already exists"},
      {"a local index exists", one(provisioned_creation("local", {hash("n")})),
       "Attempting to create an index which already exists"},
      {"created without units", one(no_units),
       invalid("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: new")},
      {"created with maxima", one(new_maxima),
       invalid("MaxWriteRequestUnits for OnDemandThroughput for index : new cannot be specified "
               "when the table BillingMode is PROVISIONED")},
  });
}

TEST_F(TableLifecycleUpdateIndexes, RefusesToChangeOnAProvisionedTable) {
  create(rich_table());
  GlobalIndexUpdate maxima = change_of("first");
  maxima.update->on_demand.max_read_request_units = 5;
  GlobalIndexUpdate cold = change_of("first");
  cold.update->warm = WarmThroughputDefinition{1, {}};
  check({
      {"unknown to update", one(throughput_of("ghost", {1, 1})),
       "Requested resource not found: Index ghost for table T", ErrorCode::kResourceNotFound},
      {"unknown to delete", one(deletion_of("ghost")),
       "Requested resource not found: Index ghost for table T", ErrorCode::kResourceNotFound},
      {"local to update", one(throughput_of("local", {1, 1})),
       "Cannot update an index that is not a GlobalSecondaryIndex: local"},
      {"local to delete", one(deletion_of("local")),
       "Cannot delete an index that is not a GlobalSecondaryIndex: local"},
      {"no units to update", one(change_of("first")),
       invalid("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: "
               "first")},
      {"maxima of a provisioned index", one(maxima),
       invalid("MaxReadRequestUnits for OnDemandThroughput for index : first cannot be specified "
               "when the table BillingMode is PROVISIONED")},
      {"the same units", one(throughput_of("first", {2, 3})),
       "The provisioned throughput for the index first will not change. The requested value "
       "equals the current value. Current ReadCapacityUnits provisioned for index first: 2. "
       "Requested ReadCapacityUnits: 2. Current WriteCapacityUnits provisioned for index first: "
       "3. Requested WriteCapacityUnits: 3. Refer to the Amazon DynamoDB Developer Guide for "
       "current limits and how to request higher limits."},
      {"colder", one(cold),
       invalid("Requested ReadUnitsPerSecond for WarmThroughput for index first is lower than "
               "current WarmThroughput, decreasing WarmThroughput is not supported")},
      {"two created",
       [](auto& u) {
         u.attribute_definitions = strings({"n"});
         u.index_updates = {provisioned_creation("new", {hash("n")}),
                            provisioned_creation("newer", {hash("n")})};
       },
       "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously "
       "per table",
       ErrorCode::kLimitExceeded},
      {"two deleted",
       [](auto& u) { u.index_updates = {deletion_of("first"), deletion_of("second")}; },
       "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously "
       "per table",
       ErrorCode::kLimitExceeded},
      {"above the quota", one(throughput_of("first", {40001, 1})),
       "The requested ReadCapacityUnits for index first, 40001, is above the per index maximum "
       "for the account in us-east-1. Per table maximum: 40000. Refer to the Amazon DynamoDB "
       "Developer Guide for current limits and how to request higher limits.",
       ErrorCode::kLimitExceeded},
  });
}

TEST_F(TableLifecycleUpdateIndexes, RefusesActionsOnATableThatPaysPerRequest) {
  create_on_demand();
  GlobalIndexUpdate cold = provisioned_creation("new", {hash("n")});
  cold.creation->throughput.reset();
  cold.creation->warm.read_units_per_second = 1;
  const std::string only =
      invalid("The only Updates for index: first when TableThroughputMode is PAY_PER_REQUEST can "
              "be to OnDemandThroughput, WarmThroughput");
  check({
      {"created with units", one(provisioned_creation("new", {hash("n")})),
       invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: new "
               "when BillingMode is PAY_PER_REQUEST")},
      {"created too cold", one(cold),
       invalid("Requested ReadUnitsPerSecond for WarmThroughput for index new is lower than "
               "initial throughput for OnDemand. See: "
               "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
               "on-demand-capacity-mode.html#on-demand-capacity-mode-initial")},
      {"units to update", one(throughput_of("first", {1, 1})), only},
      {"nothing to update", one(change_of("first")), only},
      {"provisioned without units of an index",
       [](auto& u) {
         u.billing_mode = BillingMode::kProvisioned;
         u.throughput = Throughput{1, 1};
         u.index_updates = {throughput_of("first", {1, 1})};
       },
       invalid("ProvisionedThroughput must be specified for index: second")},
  });
}

TEST_F(TableLifecycleUpdateIndexes, CreatesIndexesFromStoredItems) {
  create(rich_table());
  put("a", {{"n", AttributeValue(Number(1))}});
  put("b", {{"n", AttributeValue::string("of another type")}});
  put("c", {});
  const Change create_new = [](TableUpdate& u) {
    // pk keeps its type and x is not needed: both are ignored.
    u.attribute_definitions = {{"n", ScalarType::kN}, {"pk", ScalarType::kN}, {"x", {}}};
    u.index_updates = {provisioned_creation("new", {hash("n"), range("pk")})};
  };
  const auto answer = change(create_new);
  EXPECT_EQ(answer.status, TableStatus::kUpdating);
  ASSERT_EQ(answer.schema->indexes.size(), 4U);
  EXPECT_EQ(answer.schema->indexes[3].name, "new");
  EXPECT_EQ(answer.indexes[3].status, IndexStatus::kCreating);
  EXPECT_EQ(answer.indexes[3].is_backfilling, false);
  EXPECT_EQ(answer.indexes[3].item_count, 0U);
  EXPECT_EQ(answer.indexes[3].throughput.units, (Throughput{1, 1}));
  EXPECT_EQ(answer.item_count, 3U);
  EXPECT_EQ(answer.indexes[1].status, IndexStatus::kActive);
  const std::vector<KeyAttribute> definitions = {{"g", {}}, {"h", {}}, {"l", {}},
                                                 {"n", ScalarType::kN}, {"pk", {}}, {"sk", {}}};
  EXPECT_EQ(answer.settings.attribute_definitions, definitions);

  const auto described = describe();
  EXPECT_EQ(described.status, TableStatus::kActive);
  EXPECT_EQ(described.indexes[3].status, IndexStatus::kActive);
  EXPECT_FALSE(described.indexes[3].is_backfilling);
  EXPECT_EQ(described.indexes[3].item_count, 1U);  // the item of the right type
  EXPECT_EQ(described.indexes[3].warm->units, (WarmThroughput{1, 1}));
  EXPECT_EQ(described.settings.attribute_definitions, definitions);

  put("d", {{"n", AttributeValue(Number(2))}});
  EXPECT_EQ(describe().indexes[3].item_count, 2U);
}

TEST_F(TableLifecycleUpdateIndexes, DeletesIndexesAndTheirDefinitions) {
  TableDefinition definition = rich_table();
  definition.deletion_protection = true;  // which protects no index
  create(definition);
  put("a", {{"g", AttributeValue::string("1")}});
  const auto answer = change(one(deletion_of("first")));
  EXPECT_EQ(answer.status, TableStatus::kUpdating);
  ASSERT_EQ(answer.schema->indexes.size(), 3U);
  EXPECT_EQ(answer.indexes[1].status, IndexStatus::kDeleting);
  EXPECT_EQ(answer.indexes[1].item_count, 1U);
  EXPECT_EQ(answer.indexes[1].throughput.units, (Throughput{2, 3}));
  EXPECT_EQ(answer.indexes[2].status, IndexStatus::kActive);

  const auto described = describe();
  EXPECT_EQ(described.schema->indexes.size(), 2U);
  EXPECT_EQ(described.settings.attribute_definitions, strings({"h", "l", "pk", "sk"}));
  EXPECT_EQ(described.settings.index_settings.count("first"), 0U);
  EXPECT_EQ(described.item_count, 1U);

  change(one(provisioned_creation("first", {hash("n")})));  // the name is free again
  EXPECT_EQ(describe().schema->indexes[2].name, "first");
}

TEST_F(TableLifecycleUpdateIndexes, KeepsDefinitionsThatAnotherKeyUses) {
  TableDefinition definition = rich_table();
  definition.global_indexes->at(1).key = {hash("g"), range("h")};
  create(definition);
  change(one(deletion_of("first")));
  EXPECT_EQ(describe().settings.attribute_definitions, strings({"g", "h", "l", "pk", "sk"}));
}

TEST_F(TableLifecycleUpdateIndexes, ChangesThroughputOfSeveral) {
  create(rich_table());
  const auto answer = change([](auto& u) {
    u.index_updates = {throughput_of("first", {9, 3}), throughput_of("second", {1, 3})};
  });
  EXPECT_EQ(answer.status, TableStatus::kActive);
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(answer.indexes[i].status, IndexStatus::kUpdating);
    EXPECT_EQ(answer.indexes[i].throughput.units, (Throughput{2, 3}));
    EXPECT_EQ(answer.indexes[i].throughput.decreases_today, 0);
    EXPECT_EQ(answer.indexes[i].warm->units, (WarmThroughput{2, 3}));
  }
  const auto described = describe();
  EXPECT_EQ(described.indexes[1].throughput.units, (Throughput{9, 3}));
  EXPECT_EQ(described.indexes[1].throughput.last_increase, clock_.now());
  EXPECT_EQ(described.indexes[1].warm->units, (WarmThroughput{9, 3}));
  EXPECT_EQ(described.indexes[2].throughput.units, (Throughput{1, 3}));
  EXPECT_EQ(described.indexes[2].throughput.decreases_today, 1);
  EXPECT_EQ(described.indexes[2].warm->units, (WarmThroughput{2, 3}));
  EXPECT_EQ(described.settings.throughput.decreases_today, 0);  // counted apart
}

TEST_F(TableLifecycleUpdateIndexes, ChangesMaximaAndWarmThroughput) {
  create_on_demand();
  GlobalIndexUpdate maxima = change_of("first");
  maxima.update->on_demand = {5000, 6000};
  auto answer = change(one(maxima));
  EXPECT_EQ(answer.status, TableStatus::kActive);
  EXPECT_EQ(answer.indexes[1].status, IndexStatus::kUpdating);
  EXPECT_EQ(answer.indexes[1].on_demand, (OnDemandThroughput{5000, 6000}));
  maxima.update->on_demand = {-1, {}};
  answer = change(one(maxima));
  EXPECT_EQ(answer.indexes[1].on_demand, (OnDemandThroughput{-1, 6000}));
  EXPECT_EQ(describe().indexes[1].on_demand, (OnDemandThroughput{{}, 6000}));

  GlobalIndexUpdate warm = change_of("second");
  warm.update->warm = WarmThroughputDefinition{12001, {}};
  answer = change(one(warm));
  EXPECT_EQ(answer.indexes[2].status, IndexStatus::kActive);
  EXPECT_EQ(answer.indexes[2].warm->status, BackgroundStatus::kUpdating);
  EXPECT_EQ(answer.indexes[2].warm->units, (WarmThroughput{12000, 4000}));
  EXPECT_EQ(describe().indexes[2].warm->units, (WarmThroughput{12001, 4000}));
}

TEST_F(TableLifecycleUpdateIndexes, SwitchesModeWithTheTable) {
  create(rich_table());
  auto answer = change([](auto& u) { u.billing_mode = BillingMode::kPayPerRequest; });
  EXPECT_EQ(answer.indexes[1].status, IndexStatus::kUpdating);
  EXPECT_EQ(answer.indexes[1].throughput.units, Throughput{});
  EXPECT_EQ(answer.indexes[1].warm->units, (WarmThroughput{2, 3}));
  auto described = describe();
  EXPECT_EQ(described.indexes[1].throughput.units, Throughput{});
  EXPECT_EQ(described.indexes[1].throughput.decreases_today, 1);
  EXPECT_EQ(described.indexes[1].warm->units, (WarmThroughput{12000, 4000}));

  GlobalIndexUpdate maxima = change_of("first");
  maxima.update->on_demand = {5000, 6000};
  change(one(maxima));
  answer = change([](auto& u) {
    u.billing_mode = BillingMode::kProvisioned;
    u.throughput = Throughput{1, 1};
    u.index_updates = {throughput_of("first", {50, 50}), throughput_of("second", {60, 60})};
  });
  EXPECT_EQ(answer.status, TableStatus::kUpdating);
  EXPECT_EQ(answer.indexes[1].throughput.units, (Throughput{50, 50}));
  described = describe();
  EXPECT_EQ(described.indexes[2].throughput.units, (Throughput{60, 60}));
  EXPECT_FALSE(described.indexes[2].throughput.last_increase);
  EXPECT_EQ(described.indexes[1].on_demand, OnDemandThroughput{});
  EXPECT_EQ(described.indexes[1].warm->units, (WarmThroughput{12000, 4000}));
}

TEST_F(TableLifecycleUpdateIndexes, HasAtMostTwenty) {
  create_on_demand();
  for (int i = 0; i < 18; ++i) {
    GlobalIndexUpdate next = provisioned_creation("g" + std::to_string(i), {hash("n")});
    next.creation->throughput.reset();
    change(one(next));
  }
  GlobalIndexUpdate last = provisioned_creation("last", {hash("n")});
  last.creation->throughput.reset();
  const Error error = fault(one(last));
  EXPECT_EQ(error.code(), ErrorCode::kLimitExceeded);
  EXPECT_EQ(error.message(),
            "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table "
            "limit of 20");
}

TEST_F(TableLifecycleUpdateIndexes, CountsProjectedAttributesOfAllIndexes) {
  TableDefinition definition = rich_table();
  std::vector<std::string> names;
  for (int i = 0; i < 99; ++i) names.push_back("a" + std::to_string(i));
  definition.global_indexes->front().projection = {ProjectionType::kInclude, names};
  create(definition);
  const auto with = [](std::vector<std::string> projected) {
    return [projected](TableUpdate& u) {
      one(provisioned_creation("new", {hash("n")}))(u);
      u.index_updates->front().creation->projection = {ProjectionType::kInclude, projected};
    };
  };
  EXPECT_EQ(fault(with({"a1", "b"})).message(),
            invalid("Number of NonKeyAttributes of all indexes exceeds per-table limit of 100"));
  change(with({"a1"}));
}

}  // namespace
}  // namespace stator::engine::testing

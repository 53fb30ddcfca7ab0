// CreateTable: every rule with its text, and the order in which they win.
#include <algorithm>

#include "table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

using Change = std::function<void(TableDefinition&)>;

struct Fault {
  std::string title;
  Change change;  // of rich_table()
  std::string message;
  ErrorCode code = ErrorCode::kValidation;
};

IndexDefinition& first_global(TableDefinition& table) { return table.global_indexes->front(); }
IndexDefinition& first_local(TableDefinition& table) { return table.local_indexes->front(); }

// Makes the table pay per request.
void pay_per_request(TableDefinition& table) {
  table.billing_mode = BillingMode::kPayPerRequest;
  table.throughput.reset();
  for (IndexDefinition& each : *table.global_indexes) each.throughput.reset();
}

// Without indexes, so that only pk and sk are defined.
void drop_indexes(TableDefinition& table) {
  table.local_indexes.reset();
  table.global_indexes.reset();
  table.attribute_definitions = strings({"pk", "sk"});
}

constexpr const char* kInitial =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
    "on-demand-capacity-mode.html#on-demand-capacity-mode-initial";
constexpr const char* kGuide =
    "Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
    "limits.";

// In the order in which they win: of two faults, the one that stands first here is told.
const std::vector<Fault> kOrderedFaults = {
    {"throughput though paid per request",
     [](auto& t) { t.billing_mode = BillingMode::kPayPerRequest; },
     invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
             "BillingMode is PAY_PER_REQUEST")},
    {"no throughput though provisioned", [](auto& t) { t.throughput.reset(); },
     invalid("ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode "
             "is PROVISIONED")},
    {"read units out of bounds",
     [](auto& t) { t.throughput->read_capacity_units = 1'000'000'000'001; },
     "Given value 1000000000001 for ReadCapacityUnits is out of bounds"},
    {"write units out of bounds",
     [](auto& t) { t.throughput->write_capacity_units = 1'000'000'000'001; },
     "Given value 1000000000001 for WriteCapacityUnits is out of bounds"},
    {"a name defined twice", [](auto& t) { t.attribute_definitions.push_back({"g", {}}); },
     "Attribute Name is duplicated: g"},
    {"table key undefined", [](auto& t) { t.key[1].attribute = "x"; },
     invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: [pk, x], "
             "AttributeDefinitions: [pk, sk, l, g, h]")},
    {"table key of one name", [](auto& t) { t.key[1].attribute = "pk"; },
     "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
    {"table key begins with RANGE",
     [](auto& t) { t.key = {range("sk"), hash("pk")}; },
     "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
    {"table key of two HASH", [](auto& t) { t.key[1].role = KeyRole::kHash; },
     "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
    {"no local index in the list", [](auto& t) { t.local_indexes->clear(); },
     invalid("List of LocalSecondaryIndexes is empty")},
    {"local index without range key in the table", [](auto& t) { t.key.pop_back(); },
     invalid("Table KeySchema does not have a range key, which is required when specifying a "
             "LocalSecondaryIndex")},
    {"local key undefined", [](auto& t) { first_local(t).key[1].attribute = "x"; },
     invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: [pk, x], "
             "AttributeDefinitions: [pk, sk, l, g, h]")},
    {"local key of one name", [](auto& t) { first_local(t).key[1].attribute = "pk"; },
     "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
    {"local key begins with RANGE", [](auto& t) { first_local(t).key[0].role = KeyRole::kRange; },
     "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
    {"local key of two HASH", [](auto& t) { first_local(t).key[1].role = KeyRole::kHash; },
     "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
    {"local key without range", [](auto& t) { first_local(t).key.pop_back(); },
     invalid("Index KeySchema does not have a range key for index: local")},
    {"local key of another hash", [](auto& t) { first_local(t).key[0].attribute = "sk"; },
     invalid("Index KeySchema does not have the same leading hash key as table KeySchema for "
             "index: local. index hash key: sk, table hash key: pk")},
    {"no global index in the list", [](auto& t) { t.global_indexes->clear(); },
     invalid("List of GlobalSecondaryIndexes is empty")},
    {"global key undefined", [](auto& t) { first_global(t).key = {hash("x")}; },
     invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: [x], "
             "AttributeDefinitions: [pk, sk, l, g, h]")},
    {"global key of RANGE alone", [](auto& t) { first_global(t).key = {range("g")}; },
     "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
    {"global key with HASH after RANGE",
     [](auto& t) { first_global(t).key = {hash("g"), range("sk"), hash("l")}; },
     invalid("All HASH key attributes must precede RANGE key attributes in the KeySchema")},
    {"global key of five HASH",
     [](auto& t) {
       first_global(t).key = {hash("g"), hash("sk"), hash("l"), hash("h"), hash("pk")};
     },
     invalid("The KeySchema exceeds the maximum allowed number of HASH key attributes")},
    {"global key of five RANGE",
     [](auto& t) {
       first_global(t).key = {hash("g"),  range("sk"), range("l"),
                              range("h"), range("pk"), range("g")};
     },
     invalid("The KeySchema exceeds the maximum allowed number of RANGE key attributes")},
    {"global key of one name", [](auto& t) { first_global(t).key = {hash("g"), range("g")}; },
     "The KeySchema contains multiple key attributes with the same name"},
    {"an unused definition", [](auto& t) { t.attribute_definitions.push_back({"u", {}}); },
     invalid("Some AttributeDefinitions are not used. AttributeDefinitions: [pk, sk, l, g, h, "
             "u], keys used: [pk, sk, l, g, h]")},
    {"local projection without type", [](auto& t) { first_local(t).projection.type.reset(); },
     invalid("Unknown ProjectionType: null")},
    {"local INCLUDE of nothing",
     [](auto& t) { first_local(t).projection.type = ProjectionType::kInclude; },
     invalid("ProjectionType is INCLUDE, but NonKeyAttributes is not specified")},
    {"six local indexes",
     [](auto& t) {
       for (int i = 0; i < 5; ++i) {
         t.local_indexes->push_back(index("l" + std::to_string(i), {hash("pk"), range("l")}));
       }
     },
     invalid("Number of LocalSecondaryIndexes exceeds per-table limit of 5")},
    {"global projection without type", [](auto& t) { first_global(t).projection.type.reset(); },
     invalid("Unknown ProjectionType: null")},
    {"attributes named under ALL",
     [](auto& t) { first_global(t).projection.non_key_attributes = {{"a"}}; },
     invalid("ProjectionType is ALL, but NonKeyAttributes is specified")},
    {"attributes named under KEYS_ONLY",
     [](auto& t) {
       first_global(t).projection = {ProjectionType::kKeysOnly, {{"a"}}};
     },
     invalid("ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified")},
    {"an attribute named twice",
     [](auto& t) {
       first_global(t).projection = {ProjectionType::kInclude, {{"a", "b", "a"}}};
     },
     invalid("Duplicate element in NonKeyAttributes: a")},
    {"an index name used twice", [](auto& t) { first_global(t).name = "local"; },
     invalid("Duplicate index name: local")},
    {"21 global indexes",
     [](auto& t) {
       for (int i = 0; i < 19; ++i) {
         t.global_indexes->push_back(index("g" + std::to_string(i), {hash("g")}));
         t.global_indexes->back().throughput = Throughput{1, 1};
       }
     },
     invalid("GlobalSecondaryIndex count exceeds the per-table limit of 20")},
    {"101 projected attributes",
     [](auto& t) {
       std::vector<std::string> names;
       for (int i = 0; i < 101; ++i) names.push_back("a" + std::to_string(i));
       first_global(t).projection = {ProjectionType::kInclude, names};
     },
     invalid("Number of NonKeyAttributes of all indexes exceeds per-table limit of 100")},
    {"index without throughput", [](auto& t) { first_global(t).throughput.reset(); },
     invalid("ProvisionedThroughput is not specified for index: first")},
    {"index units out of bounds",
     [](auto& t) { first_global(t).throughput->read_capacity_units = 1'000'000'000'001; },
     "Given value 1000000000001 for ReadCapacityUnits is out of bounds for index first"},
    {"maxima of a provisioned table", [](auto& t) { t.on_demand.max_write_request_units = 0; },
     invalid("MaxWriteRequestUnits for OnDemandThroughput cannot be specified when table "
             "BillingMode is PROVISIONED.")},
    {"maxima of a provisioned index",
     [](auto& t) { first_global(t).on_demand.max_read_request_units = 1; },
     invalid("MaxReadRequestUnits for OnDemandThroughput for index: first cannot be specified "
             "when table BillingMode is PROVISIONED.")},
    {"less warm than provisioned", [](auto& t) { t.warm.read_units_per_second = 4; },
     invalid("Requested ReadUnitsPerSecond for WarmThroughput for table is lower than "
             "ReadCapacityUnits of ProvisionedThroughput")},
    {"index less warm than provisioned",
     [](auto& t) { first_global(t).warm.write_units_per_second = 1; },
     invalid("Requested WriteUnitsPerSecond for WarmThroughput for index first is lower than "
             "WriteCapacityUnits of ProvisionedThroughput")},
    {"stream without view type", [](auto& t) { t.stream = StreamDefinition{true, {}}; },
     invalid("Table is being created with a stream enabled, UpdateViewType is required")},
    {"view type without stream",
     [](auto& t) { t.stream = StreamDefinition{false, StreamViewType::kKeysOnly}; },
     invalid("Table is being created with a stream disabled, UpdateViewType should not be "
             "specified")},
    {"SSEType though disabled",
     [](auto& t) { t.encryption = EncryptionDefinition{false, EncryptionType::kKms, "k"}; },
     invalid("SSEType can not be specified if Enabled is false")},
    {"key though disabled",
     [](auto& t) { t.encryption = EncryptionDefinition{false, {}, "k"}; },
     invalid("KMSMasterKeyId can not be specified if Enabled is false")},
    {"key without SSEType", [](auto& t) { t.encryption = EncryptionDefinition{true, {}, "k"}; },
     invalid("SSEType KMS is required if KMSMasterKeyId is specified")},
    {"AES256",
     [](auto& t) { t.encryption = EncryptionDefinition{true, EncryptionType::kAes256, {}}; },
     invalid("SSEType AES256 is not supported")},
    {"a reserved tag", [](auto& t) { t.tags = {{"aws:x", "v"}}; },
     "Tag Key cannot be prefixed with aws:, Key: aws:x"},
    {"above the quota of a table",
     [](auto& t) { t.throughput->read_capacity_units = 40001; },
     std::string("The requested ReadCapacityUnits, 40001, is above the per table maximum for "
                 "the account in us-east-1. Per table maximum: 40000. ") +
         kGuide,
     ErrorCode::kLimitExceeded},
    {"above the quota of an index",
     [](auto& t) { first_global(t).throughput->write_capacity_units = 40001; },
     std::string("The requested WriteCapacityUnits for index first, 40001, is above the per "
                 "index maximum for the account in us-east-1. Per table maximum: 40000. ") +
         kGuide,
     ErrorCode::kLimitExceeded},
};

using TableLifecycleCreateFaults = TableLifecycle;

TEST_F(TableLifecycleCreateFaults, RefusesEachFault) {
  for (const Fault& fault : kOrderedFaults) {
    SCOPED_TRACE(fault.title);
    TableDefinition definition = rich_table();
    fault.change(definition);
    const Error error = error_of([&] { create(definition); });
    EXPECT_EQ(error.message(), fault.message);
    EXPECT_EQ(error.code(), fault.code);
  }
  EXPECT_TRUE(list_tables(engine_, {}, 100, kCaller).names.empty());
}

// The last fault of the list with each of the others: the other one wins.
TEST_F(TableLifecycleCreateFaults, ExistenceIsCheckedLast) {
  create(rich_table());
  for (const Fault& fault : kOrderedFaults) {
    SCOPED_TRACE(fault.title);
    TableDefinition definition = rich_table();
    fault.change(definition);
    EXPECT_EQ(error_of([&] { create(definition); }).message(), fault.message);
  }
  const Error error = error_of([&] { create(rich_table()); });
  EXPECT_EQ(error.code(), ErrorCode::kResourceInUse);
  EXPECT_EQ(error.message(), "Table already exists: T");
}

// Faults of different members do not hide each other, so each can be put before a later one.
TEST_F(TableLifecycleCreateFaults, EarlierFaultsWin) {
  const std::vector<std::string> independent = {
      "write units out of bounds",     "a name defined twice",
      "table key of two HASH",         "local key of two HASH",
      "global key of one name",        "an unused definition",
      "local projection without type", "global projection without type",
      "maxima of a provisioned table", "less warm than provisioned",
      "stream without view type",      "AES256",
      "a reserved tag",                "above the quota of an index"};
  const auto& faults = kOrderedFaults;
  std::vector<const Fault*> chosen;
  for (const std::string& title : independent) {
    const auto at = std::find_if(faults.begin(), faults.end(),
                                 [&](const Fault& fault) { return fault.title == title; });
    ASSERT_NE(at, faults.end()) << title;
    chosen.push_back(&*at);
  }
  for (std::size_t first = 0; first < chosen.size(); ++first) {
    for (std::size_t second = first + 1; second < chosen.size(); ++second) {
      SCOPED_TRACE(chosen[first]->title + " / " + chosen[second]->title);
      TableDefinition definition = rich_table();
      chosen[first]->change(definition);
      chosen[second]->change(definition);
      const std::string message = error_of([&] { create(definition); }).message();
      // An added definition is listed by the text on unused ones.
      if (chosen[first]->title == "an unused definition") {
        EXPECT_TRUE(message.find("are not used") != std::string::npos) << message;
      } else {
        EXPECT_EQ(message, chosen[first]->message);
      }
    }
  }
}

TEST_F(TableLifecycleCreateFaults, PlainTablesNeedAsManyDefinitionsAsKeys) {
  const std::vector<Fault> faults = {
      {"none", [](auto& t) { t.attribute_definitions.clear(); },
       "Invalid KeySchema: Some index key attribute have no definition"},
      {"one of two", [](auto& t) { t.attribute_definitions.pop_back(); },
       "Invalid KeySchema: Some index key attribute have no definition"},
      {"another one",
       [](auto& t) {
         t.key.pop_back();
         t.attribute_definitions = strings({"other"});
       },
       invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: [pk], "
               "AttributeDefinitions: [other]")},
      {"one too many", [](auto& t) { t.attribute_definitions.push_back({"u", {}}); },
       invalid("Number of attributes in KeySchema does not exactly match number of attributes "
               "defined in AttributeDefinitions")},
  };
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.title);
    TableDefinition definition = rich_table();
    drop_indexes(definition);
    fault.change(definition);
    EXPECT_EQ(error_of([&] { create(definition); }).message(), fault.message);
  }
}

TEST_F(TableLifecycleCreateFaults, RefusesFaultsOfTablesThatPayPerRequest) {
  const std::vector<Fault> faults = {
      {"index throughput", [](auto& t) { first_global(t).throughput = Throughput{1, 1}; },
       invalid("ProvisionedThroughput should not be specified for index: first when BillingMode "
               "is PAY_PER_REQUEST")},
      {"no maximum on creation", [](auto& t) { t.on_demand.max_read_request_units = -1; },
       invalid("Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of "
               "valid range")},
      {"maximum of nothing",
       [](auto& t) { first_global(t).on_demand.max_write_request_units = 0; },
       invalid("Requested MaxWriteRequestUnits for OnDemandThroughput for index : first is "
               "outside of valid range")},
      {"too cold", [](auto& t) { t.warm.read_units_per_second = 11999; },
       invalid(std::string("Requested ReadUnitsPerSecond for WarmThroughput for table is lower "
                           "than initial throughput for OnDemand. See: ") +
               kInitial)},
      {"index too cold", [](auto& t) { first_global(t).warm.write_units_per_second = 3999; },
       invalid(std::string("Requested WriteUnitsPerSecond for WarmThroughput for index first is "
                           "lower than initial throughput for OnDemand. See: ") +
               kInitial)},
      {"maximum above the quota", [](auto& t) { t.on_demand.max_read_request_units = 40001; },
       "Subscriber limit exceeded: Requested MaxReadRequestUnits for OnDemandThroughput for table "
       "exceeds TableMaxReadCapacityUnits of the account in region us-east-1",
       ErrorCode::kLimitExceeded},
      {"index maximum above the quota",
       [](auto& t) { first_global(t).on_demand.max_write_request_units = 40001; },
       "Subscriber limit exceeded: Requested MaxWriteRequestUnits for OnDemandThroughput for "
       "index : first exceeds TableMaxWriteCapacityUnits of the account in region us-east-1",
       ErrorCode::kLimitExceeded},
      {"warmer than the quota", [](auto& t) { first_global(t).warm.read_units_per_second = 40001; },
       "Subscriber limit exceeded: Requested ReadUnitsPerSecond for WarmThroughput for index "
       "first exceeds TableMaxReadCapacityUnits of the account in region us-east-1",
       ErrorCode::kLimitExceeded},
  };
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.title);
    TableDefinition definition = rich_table();
    pay_per_request(definition);
    fault.change(definition);
    const Error error = error_of([&] { create(definition); });
    EXPECT_EQ(error.message(), fault.message);
    EXPECT_EQ(error.code(), fault.code);
  }
}

TEST_F(TableLifecycleCreateFaults, RefusesTags) {
  const std::string long_key(129, 'k');
  const std::string long_value(257, 'v');
  std::vector<TagDefinition> many;
  for (int i = 0; i < 51; ++i) many.push_back({"k" + std::to_string(i), "v"});
  const std::vector<std::pair<std::vector<TagDefinition>, std::string>> faults = {
      {{{std::nullopt, "v"}}, "The Tag Key provided is invalid, Key: null"},
      {{{"", "v"}}, "The Tag Key provided is invalid, Key: "},
      {{{long_key, "v"}}, "The Tag Key provided is invalid, Key: " + long_key},
      {{{"a#b", "v"}}, "The Tag Key provided is invalid, Key: a#b"},
      {{{"k", std::nullopt}}, "The Tag Value provided is invalid, Value: null"},
      {{{"k", long_value}}, "The Tag Value provided is invalid, Value: " + long_value},
      {{{"k", "100%"}}, "The Tag Value provided is invalid, Value: 100%"},
      {{{"aws:k", "v"}}, "Tag Key cannot be prefixed with aws:, Key: aws:k"},
      {{{"k", "1"}, {"k", "2"}},
       "Duplicate Tag Keys provided as input: Duplicate Tag Key found k"},
      {many, "Number of Tags exceed the current limit for the provided ResourceArn"},
  };
  for (const auto& [tags, message] : faults) {
    TableDefinition definition = plain_table();
    definition.tags = tags;
    EXPECT_EQ(error_of([&] { create(definition); }).message(), message);
  }
  TableDefinition definition = plain_table();
  definition.tags = {{"ключ", ""}, {std::string(128, 'k'), "a+b-c=d.e_f:g/h@i"}};
  create(definition);
  EXPECT_EQ(describe().settings.tags.size(), 2U);
}

}  // namespace
}  // namespace stator::engine::testing

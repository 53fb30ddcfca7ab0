// CreateTable.
#pragma once

#include "server/wire/requests/table_settings.h"
#include "server/wire/requests/tags.h"
#include "server/wire/requests/vector_indexes.h"

namespace stator::wire {

struct LocalSecondaryIndex {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;

  static constexpr std::string_view kShapeName = "LocalSecondaryIndex";
  static constexpr auto fields() {
    using R = LocalSecondaryIndex;
    return std::array{
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::key_schema>("KeySchema", kTableKeySchema),
        field<&R::projection>("Projection", kRequired),
    };
  }
};

struct GlobalSecondaryIndex {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;

  static constexpr std::string_view kShapeName = "GlobalSecondaryIndex";
  static constexpr auto fields() {
    using R = GlobalSecondaryIndex;
    return std::array{
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::key_schema>("KeySchema", kGlobalKeySchema),
        field<&R::projection>("Projection", kRequired),
        field<&R::provisioned_throughput>("ProvisionedThroughput"),
        field<&R::on_demand_throughput>("OnDemandThroughput"),
        field<&R::warm_throughput>("WarmThroughput"),
    };
  }
};

struct CreateTableRequest {
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  std::optional<std::string> table_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_indexes;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_indexes;
  std::optional<std::vector<VectorIndex>> vector_indexes;
  std::optional<std::string> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<StreamSpecification> stream_specification;
  std::optional<SseSpecification> sse_specification;
  std::optional<std::vector<Tag>> tags;
  std::optional<std::string> table_class;
  std::optional<bool> deletion_protection_enabled;
  std::optional<WarmThroughput> warm_throughput;
  std::optional<std::string> resource_policy;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<std::string> global_table_source_arn;
  std::optional<std::string> global_table_settings_replication_mode;

  static constexpr auto fields() {
    using R = CreateTableRequest;
    return std::array{
        field<&R::attribute_definitions>("AttributeDefinitions", kRequired),
        field<&R::table_name>("TableName", kTableName),
        field<&R::billing_mode>("BillingMode", kBillingMode),
        field<&R::provisioned_throughput>("ProvisionedThroughput"),
        field<&R::key_schema>("KeySchema", kTableKeySchema),
        field<&R::local_secondary_indexes>("LocalSecondaryIndexes"),
        field<&R::global_secondary_indexes>("GlobalSecondaryIndexes"),
        field<&R::vector_indexes>("VectorIndexes"),
        field<&R::stream_specification>("StreamSpecification"),
        field<&R::sse_specification>("SSESpecification"),
        field<&R::tags>("Tags"),
        field<&R::table_class>("TableClass"),  // a bad one has a text of its own (operation)
        field<&R::deletion_protection_enabled>("DeletionProtectionEnabled"),
        field<&R::warm_throughput>("WarmThroughput"),
        field<&R::resource_policy>("ResourcePolicy"),
        field<&R::on_demand_throughput>("OnDemandThroughput"),
        field<&R::global_table_source_arn>("GlobalTableSourceArn",
                                           {.length_min = 1, .length_max = 1024}),
        field<&R::global_table_settings_replication_mode>("GlobalTableSettingsReplicationMode",
                                                          kReplicationMode),
    };
  }
};

}  // namespace stator::wire

// UpdateTable.
#pragma once

#include "server/wire/requests/replica_updates.h"
#include "server/wire/requests/table_settings.h"
#include "server/wire/requests/vector_indexes.h"

namespace stator::wire {

struct UpdateGlobalSecondaryIndexAction {
  std::optional<std::string> index_name;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;

  static constexpr std::string_view kShapeName = "UpdateGlobalSecondaryIndexAction";
  static constexpr auto fields() {
    using R = UpdateGlobalSecondaryIndexAction;
    return std::array{
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::provisioned_throughput>("ProvisionedThroughput"),
        field<&R::on_demand_throughput>("OnDemandThroughput"),
        field<&R::warm_throughput>("WarmThroughput"),
    };
  }
};

struct CreateGlobalSecondaryIndexAction {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;

  static constexpr std::string_view kShapeName = "CreateGlobalSecondaryIndexAction";
  static constexpr auto fields() {
    using R = CreateGlobalSecondaryIndexAction;
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

struct DeleteGlobalSecondaryIndexAction {
  std::optional<std::string> index_name;

  static constexpr std::string_view kShapeName = "DeleteGlobalSecondaryIndexAction";
  static constexpr auto fields() {
    using R = DeleteGlobalSecondaryIndexAction;
    return std::array{field<&R::index_name>("IndexName", kRequiredIndexName)};
  }
};

// One action; the operation checks that it is exactly one.
struct GlobalSecondaryIndexUpdate {
  std::optional<UpdateGlobalSecondaryIndexAction> update;
  std::optional<CreateGlobalSecondaryIndexAction> create;
  std::optional<DeleteGlobalSecondaryIndexAction> delete_;  // `delete` is taken

  static constexpr std::string_view kShapeName = "GlobalSecondaryIndexUpdate";
  static constexpr auto fields() {
    using R = GlobalSecondaryIndexUpdate;
    return std::array{
        field<&R::update>("Update"),
        field<&R::create>("Create"),
        field<&R::delete_>("Delete"),
    };
  }
};

inline constexpr std::array<std::string_view, 2> kMultiRegionConsistencies{"EVENTUAL", "STRONG"};

struct UpdateTableRequest {
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  std::optional<std::string> table_name;
  std::optional<std::string> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<std::vector<GlobalSecondaryIndexUpdate>> global_secondary_index_updates;
  std::optional<std::vector<VectorIndexUpdate>> vector_index_updates;
  std::optional<StreamSpecification> stream_specification;
  std::optional<SseSpecification> sse_specification;
  std::optional<std::vector<ReplicationGroupUpdate>> replica_updates;
  std::optional<std::string> table_class;
  std::optional<bool> deletion_protection_enabled;
  std::optional<std::string> multi_region_consistency;
  std::optional<std::vector<GlobalTableWitnessGroupUpdate>> global_table_witness_updates;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;
  std::optional<std::string> global_table_settings_replication_mode;

  static constexpr auto fields() {
    using R = UpdateTableRequest;
    return std::array{
        field<&R::table_name>("TableName", kTableName),
        field<&R::provisioned_throughput>("ProvisionedThroughput"),
        field<&R::billing_mode>("BillingMode", kBillingMode),
        field<&R::global_secondary_index_updates>("GlobalSecondaryIndexUpdates"),
        field<&R::attribute_definitions>("AttributeDefinitions"),
        field<&R::vector_index_updates>("VectorIndexUpdates"),
        field<&R::stream_specification>("StreamSpecification"),
        field<&R::sse_specification>("SSESpecification"),
        field<&R::replica_updates>("ReplicaUpdates", {.length_min = 1}),
        field<&R::table_class>("TableClass"),  // a bad one has a text of its own (operation)
        field<&R::deletion_protection_enabled>("DeletionProtectionEnabled"),
        field<&R::multi_region_consistency>("MultiRegionConsistency",
                                            {.choices = kMultiRegionConsistencies}),
        field<&R::global_table_witness_updates>("GlobalTableWitnessUpdates",
                                                {.length_min = 1, .length_max = 1}),
        field<&R::on_demand_throughput>("OnDemandThroughput"),
        field<&R::warm_throughput>("WarmThroughput"),
        field<&R::global_table_settings_replication_mode>("GlobalTableSettingsReplicationMode",
                                                          kReplicationMode),
    };
  }
};

}  // namespace stator::wire

// The members of UpdateTable that concern global tables.
#pragma once

#include "server/wire/requests/table_settings.h"

namespace stator::wire {

struct ProvisionedThroughputOverride {
  std::optional<std::int64_t> read_capacity_units;

  static constexpr std::string_view kShapeName = "ProvisionedThroughputOverride";
  static constexpr auto fields() {
    using R = ProvisionedThroughputOverride;
    return std::array{field<&R::read_capacity_units>("ReadCapacityUnits", {.least = 1})};
  }
};

struct OnDemandThroughputOverride {
  std::optional<std::int64_t> max_read_request_units;

  static constexpr std::string_view kShapeName = "OnDemandThroughputOverride";
  static constexpr auto fields() {
    using R = OnDemandThroughputOverride;
    return std::array{field<&R::max_read_request_units>("MaxReadRequestUnits")};
  }
};

struct ReplicaGlobalSecondaryIndex {
  std::optional<std::string> index_name;
  std::optional<ProvisionedThroughputOverride> provisioned_throughput_override;
  std::optional<OnDemandThroughputOverride> on_demand_throughput_override;

  static constexpr std::string_view kShapeName = "ReplicaGlobalSecondaryIndex";
  static constexpr auto fields() {
    using R = ReplicaGlobalSecondaryIndex;
    return std::array{
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::provisioned_throughput_override>("ProvisionedThroughputOverride"),
        field<&R::on_demand_throughput_override>("OnDemandThroughputOverride"),
    };
  }
};

struct CreateReplicationGroupMemberAction {
  std::optional<std::string> region_name;
  std::optional<std::string> kms_master_key_id;
  std::optional<ProvisionedThroughputOverride> provisioned_throughput_override;
  std::optional<OnDemandThroughputOverride> on_demand_throughput_override;
  std::optional<std::vector<ReplicaGlobalSecondaryIndex>> global_secondary_indexes;
  std::optional<std::string> table_class_override;

  static constexpr std::string_view kShapeName = "CreateReplicationGroupMemberAction";
  static constexpr auto fields() {
    using R = CreateReplicationGroupMemberAction;
    return std::array{
        field<&R::region_name>("RegionName", kRequired),
        field<&R::kms_master_key_id>("KMSMasterKeyId"),
        field<&R::provisioned_throughput_override>("ProvisionedThroughputOverride"),
        field<&R::on_demand_throughput_override>("OnDemandThroughputOverride"),
        field<&R::global_secondary_indexes>("GlobalSecondaryIndexes", {.length_min = 1}),
        field<&R::table_class_override>("TableClassOverride"),
    };
  }
};

struct UpdateReplicationGroupMemberAction {
  std::optional<std::string> region_name;
  std::optional<std::string> kms_master_key_id;
  std::optional<ProvisionedThroughputOverride> provisioned_throughput_override;
  std::optional<OnDemandThroughputOverride> on_demand_throughput_override;
  std::optional<std::vector<ReplicaGlobalSecondaryIndex>> global_secondary_indexes;
  std::optional<std::string> table_class_override;

  static constexpr std::string_view kShapeName = "UpdateReplicationGroupMemberAction";
  static constexpr auto fields() {
    using R = UpdateReplicationGroupMemberAction;
    return std::array{
        field<&R::region_name>("RegionName", kRequired),
        field<&R::kms_master_key_id>("KMSMasterKeyId"),
        field<&R::provisioned_throughput_override>("ProvisionedThroughputOverride"),
        field<&R::on_demand_throughput_override>("OnDemandThroughputOverride"),
        field<&R::global_secondary_indexes>("GlobalSecondaryIndexes", {.length_min = 1}),
        field<&R::table_class_override>("TableClassOverride"),
    };
  }
};

struct DeleteReplicationGroupMemberAction {
  std::optional<std::string> region_name;

  static constexpr std::string_view kShapeName = "DeleteReplicationGroupMemberAction";
  static constexpr auto fields() {
    return std::array{
        field<&DeleteReplicationGroupMemberAction::region_name>("RegionName", kRequired)};
  }
};

// One action; the operation checks that it is exactly one.
struct ReplicationGroupUpdate {
  std::optional<CreateReplicationGroupMemberAction> create;
  std::optional<UpdateReplicationGroupMemberAction> update;
  std::optional<DeleteReplicationGroupMemberAction> delete_;

  static constexpr std::string_view kShapeName = "ReplicationGroupUpdate";
  static constexpr auto fields() {
    using R = ReplicationGroupUpdate;
    return std::array{
        field<&R::create>("Create"),
        field<&R::update>("Update"),
        field<&R::delete_>("Delete"),
    };
  }
};

struct CreateGlobalTableWitnessGroupMemberAction {
  std::optional<std::string> region_name;

  static constexpr std::string_view kShapeName = "CreateGlobalTableWitnessGroupMemberAction";
  static constexpr auto fields() {
    return std::array{
        field<&CreateGlobalTableWitnessGroupMemberAction::region_name>("RegionName", kRequired)};
  }
};

struct DeleteGlobalTableWitnessGroupMemberAction {
  std::optional<std::string> region_name;

  static constexpr std::string_view kShapeName = "DeleteGlobalTableWitnessGroupMemberAction";
  static constexpr auto fields() {
    return std::array{
        field<&DeleteGlobalTableWitnessGroupMemberAction::region_name>("RegionName", kRequired)};
  }
};

struct GlobalTableWitnessGroupUpdate {
  std::optional<CreateGlobalTableWitnessGroupMemberAction> create;
  std::optional<DeleteGlobalTableWitnessGroupMemberAction> delete_;

  static constexpr std::string_view kShapeName = "GlobalTableWitnessGroupUpdate";
  static constexpr auto fields() {
    using R = GlobalTableWitnessGroupUpdate;
    return std::array{
        field<&R::create>("Create"),
        field<&R::delete_>("Delete"),
    };
  }
};

}  // namespace stator::wire

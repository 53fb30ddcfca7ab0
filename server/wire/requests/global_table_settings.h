// UpdateGlobalTableSettings (global tables of version 2017.11.29).
#pragma once

#include "server/wire/requests/auto_scaling.h"
#include "server/wire/requests/global_tables.h"

namespace stator::wire {

struct GlobalTableGlobalSecondaryIndexSettingsUpdate {
  std::optional<std::string> index_name;
  std::optional<std::int64_t> provisioned_write_capacity_units;
  std::optional<AutoScalingSettingsUpdate> provisioned_write_capacity_auto_scaling;

  static constexpr std::string_view kShapeName = "GlobalTableGlobalSecondaryIndexSettingsUpdate";
  static constexpr auto fields() {
    using R = GlobalTableGlobalSecondaryIndexSettingsUpdate;
    return std::array{
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::provisioned_write_capacity_units>("ProvisionedWriteCapacityUnits",
                                                    {.least = 1}),
        field<&R::provisioned_write_capacity_auto_scaling>(
            "ProvisionedWriteCapacityAutoScalingSettingsUpdate"),
    };
  }
};

struct ReplicaGlobalSecondaryIndexSettingsUpdate {
  std::optional<std::string> index_name;
  std::optional<std::int64_t> provisioned_read_capacity_units;
  std::optional<AutoScalingSettingsUpdate> provisioned_read_capacity_auto_scaling;

  static constexpr std::string_view kShapeName = "ReplicaGlobalSecondaryIndexSettingsUpdate";
  static constexpr auto fields() {
    using R = ReplicaGlobalSecondaryIndexSettingsUpdate;
    return std::array{
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::provisioned_read_capacity_units>("ProvisionedReadCapacityUnits", {.least = 1}),
        field<&R::provisioned_read_capacity_auto_scaling>(
            "ProvisionedReadCapacityAutoScalingSettingsUpdate"),
    };
  }
};

struct ReplicaSettingsUpdate {
  std::optional<std::string> region_name;
  std::optional<std::int64_t> replica_provisioned_read_capacity_units;
  std::optional<AutoScalingSettingsUpdate> replica_provisioned_read_capacity_auto_scaling;
  std::optional<std::vector<ReplicaGlobalSecondaryIndexSettingsUpdate>>
      replica_global_secondary_index_settings_update;
  std::optional<std::string> replica_table_class;

  static constexpr std::string_view kShapeName = "ReplicaSettingsUpdate";
  static constexpr auto fields() {
    using R = ReplicaSettingsUpdate;
    return std::array{
        field<&R::region_name>("RegionName", kRequired),
        field<&R::replica_provisioned_read_capacity_units>("ReplicaProvisionedReadCapacityUnits",
                                                           {.least = 1}),
        field<&R::replica_provisioned_read_capacity_auto_scaling>(
            "ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate"),
        field<&R::replica_global_secondary_index_settings_update>(
            "ReplicaGlobalSecondaryIndexSettingsUpdate", {.length_min = 1, .length_max = 20}),
        field<&R::replica_table_class>("ReplicaTableClass"),
    };
  }
};

struct UpdateGlobalTableSettingsRequest {
  std::optional<std::string> global_table_name;
  std::optional<std::string> global_table_billing_mode;
  std::optional<std::int64_t> global_table_provisioned_write_capacity_units;
  std::optional<AutoScalingSettingsUpdate> global_table_provisioned_write_capacity_auto_scaling;
  std::optional<std::vector<GlobalTableGlobalSecondaryIndexSettingsUpdate>>
      global_table_global_secondary_index_settings_update;
  std::optional<std::vector<ReplicaSettingsUpdate>> replica_settings_update;

  static constexpr auto fields() {
    using R = UpdateGlobalTableSettingsRequest;
    return std::array{
        field<&R::global_table_name>("GlobalTableName", kGlobalTableName),
        field<&R::global_table_billing_mode>("GlobalTableBillingMode", kBillingMode),
        field<&R::global_table_provisioned_write_capacity_units>(
            "GlobalTableProvisionedWriteCapacityUnits", {.least = 1}),
        field<&R::global_table_provisioned_write_capacity_auto_scaling>(
            "GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate"),
        field<&R::global_table_global_secondary_index_settings_update>(
            "GlobalTableGlobalSecondaryIndexSettingsUpdate",
            {.length_min = 1, .length_max = 20}),
        field<&R::replica_settings_update>("ReplicaSettingsUpdate",
                                           {.length_min = 1, .length_max = 50}),
    };
  }
};

}  // namespace stator::wire

// Auto scaling: DescribeTableReplicaAutoScaling, UpdateTableReplicaAutoScaling.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct TargetTrackingConfigurationUpdate {
  std::optional<bool> disable_scale_in;
  std::optional<std::int32_t> scale_in_cooldown;
  std::optional<std::int32_t> scale_out_cooldown;
  std::optional<double> target_value;

  static constexpr std::string_view kShapeName =
      "AutoScalingTargetTrackingScalingPolicyConfigurationUpdate";
  static constexpr auto fields() {
    using R = TargetTrackingConfigurationUpdate;
    return std::array{
        field<&R::disable_scale_in>("DisableScaleIn"),
        field<&R::scale_in_cooldown>("ScaleInCooldown"),
        field<&R::scale_out_cooldown>("ScaleOutCooldown"),
        field<&R::target_value>("TargetValue", kRequired),
    };
  }
};

struct AutoScalingPolicyUpdate {
  std::optional<std::string> policy_name;
  std::optional<TargetTrackingConfigurationUpdate> target_tracking_configuration;

  static constexpr std::string_view kShapeName = "AutoScalingPolicyUpdate";
  static constexpr auto fields() {
    using R = AutoScalingPolicyUpdate;
    return std::array{
        field<&R::policy_name>(
            "PolicyName", {.length_min = 1, .length_max = 256, .pattern = &kPrintablePattern}),
        field<&R::target_tracking_configuration>("TargetTrackingScalingPolicyConfiguration",
                                                 kRequired),
    };
  }
};

struct AutoScalingSettingsUpdate {
  std::optional<std::int64_t> minimum_units;
  std::optional<std::int64_t> maximum_units;
  std::optional<bool> auto_scaling_disabled;
  std::optional<std::string> auto_scaling_role_arn;
  std::optional<AutoScalingPolicyUpdate> scaling_policy_update;

  static constexpr std::string_view kShapeName = "AutoScalingSettingsUpdate";
  static constexpr auto fields() {
    using R = AutoScalingSettingsUpdate;
    return std::array{
        field<&R::minimum_units>("MinimumUnits", {.least = 1}),
        field<&R::maximum_units>("MaximumUnits", {.least = 1}),
        field<&R::auto_scaling_disabled>("AutoScalingDisabled"),
        field<&R::auto_scaling_role_arn>(
            "AutoScalingRoleArn",
            {.length_min = 1, .length_max = 1600, .pattern = &kTextPattern}),
        field<&R::scaling_policy_update>("ScalingPolicyUpdate"),
    };
  }
};

struct GlobalSecondaryIndexAutoScalingUpdate {
  std::optional<std::string> index_name;
  std::optional<AutoScalingSettingsUpdate> provisioned_write_capacity;

  static constexpr std::string_view kShapeName = "GlobalSecondaryIndexAutoScalingUpdate";
  static constexpr auto fields() {
    using R = GlobalSecondaryIndexAutoScalingUpdate;
    return std::array{
        field<&R::index_name>("IndexName", kIndexName),
        field<&R::provisioned_write_capacity>("ProvisionedWriteCapacityAutoScalingUpdate"),
    };
  }
};

struct ReplicaGlobalSecondaryIndexAutoScalingUpdate {
  std::optional<std::string> index_name;
  std::optional<AutoScalingSettingsUpdate> provisioned_read_capacity;

  static constexpr std::string_view kShapeName = "ReplicaGlobalSecondaryIndexAutoScalingUpdate";
  static constexpr auto fields() {
    using R = ReplicaGlobalSecondaryIndexAutoScalingUpdate;
    return std::array{
        field<&R::index_name>("IndexName", kIndexName),
        field<&R::provisioned_read_capacity>("ProvisionedReadCapacityAutoScalingUpdate"),
    };
  }
};

struct ReplicaAutoScalingUpdate {
  std::optional<std::string> region_name;
  std::optional<std::vector<ReplicaGlobalSecondaryIndexAutoScalingUpdate>> index_updates;
  std::optional<AutoScalingSettingsUpdate> provisioned_read_capacity;

  static constexpr std::string_view kShapeName = "ReplicaAutoScalingUpdate";
  static constexpr auto fields() {
    using R = ReplicaAutoScalingUpdate;
    return std::array{
        field<&R::region_name>("RegionName", kRequired),
        field<&R::index_updates>("ReplicaGlobalSecondaryIndexUpdates"),
        field<&R::provisioned_read_capacity>("ReplicaProvisionedReadCapacityAutoScalingUpdate"),
    };
  }
};

struct UpdateTableReplicaAutoScalingRequest {
  std::optional<std::vector<GlobalSecondaryIndexAutoScalingUpdate>> index_updates;
  std::optional<std::string> table_name;
  std::optional<AutoScalingSettingsUpdate> provisioned_write_capacity;
  std::optional<std::vector<ReplicaAutoScalingUpdate>> replica_updates;

  static constexpr auto fields() {
    using R = UpdateTableReplicaAutoScalingRequest;
    return std::array{
        field<&R::index_updates>("GlobalSecondaryIndexUpdates", {.length_min = 1}),
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::provisioned_write_capacity>("ProvisionedWriteCapacityAutoScalingUpdate"),
        field<&R::replica_updates>("ReplicaUpdates", {.length_min = 1}),
    };
  }
};

struct DescribeTableReplicaAutoScalingRequest {
  std::optional<std::string> table_name;

  static constexpr auto fields() {
    using R = DescribeTableReplicaAutoScalingRequest;
    return std::array{field<&R::table_name>("TableName", kItemTableName)};
  }
};

}  // namespace stator::wire

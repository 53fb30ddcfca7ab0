#include "server/operations/auto_scaling_json.h"

#include <optional>
#include <string_view>

namespace stator::server {
namespace {

using wire::JsonWriter;

std::string_view spelling(engine::TableStatus status) {
  return status == engine::TableStatus::kActive ? "ACTIVE" : "UPDATING";
}

template <class T>
void write_optional(JsonWriter& out, std::string_view name, const std::optional<T>& value) {
  if (value) out.member(name, *value);
}

void write_policy(JsonWriter& out, const ScalingPolicy& policy) {
  out.begin_object();
  out.member("PolicyName", policy.name);
  out.key("TargetTrackingScalingPolicyConfiguration").begin_object();
  write_optional(out, "DisableScaleIn", policy.disable_scale_in);
  if (policy.scale_in_cooldown_seconds) {
    out.member("ScaleInCooldown", std::int64_t{*policy.scale_in_cooldown_seconds});
  }
  if (policy.scale_out_cooldown_seconds) {
    out.member("ScaleOutCooldown", std::int64_t{*policy.scale_out_cooldown_seconds});
  }
  out.key("TargetValue").number(policy.target_value);
  out.end_object().end_object();
}

void write_replica(JsonWriter& out, const engine::ReplicaAutoScalingDescription& replica,
                   std::string_view status) {
  out.begin_object();
  out.member("RegionName", replica.region);
  out.key("GlobalSecondaryIndexes").begin_array();
  for (const auto& [name, scaling] : replica.scaling.indexes) {
    out.begin_object();
    out.member("IndexName", name);
    out.member("IndexStatus", status);
    write_scaling(out, "ProvisionedReadCapacityAutoScalingSettings", scaling.read);
    write_scaling(out, "ProvisionedWriteCapacityAutoScalingSettings", scaling.write);
    out.end_object();
  }
  out.end_array();
  write_scaling(out, "ReplicaProvisionedReadCapacityAutoScalingSettings",
                replica.scaling.table.read);
  write_scaling(out, "ReplicaProvisionedWriteCapacityAutoScalingSettings",
                replica.scaling.table.write);
  out.member("ReplicaStatus", status);
  out.end_object();
}

}  // namespace

void write_scaling(JsonWriter& out, std::string_view name, const AutoScaling& scaling) {
  out.key(name).begin_object();
  write_optional(out, "MinimumUnits", scaling.minimum_units);
  write_optional(out, "MaximumUnits", scaling.maximum_units);
  write_optional(out, "AutoScalingDisabled", scaling.is_disabled);
  write_optional(out, "AutoScalingRoleArn", scaling.role_arn);
  if (scaling.policy) {
    out.key("ScalingPolicies").begin_array();
    write_policy(out, *scaling.policy);
    out.end_array();
  }
  out.end_object();
}

void write_auto_scaling(JsonWriter& out, const engine::TableAutoScalingDescription& description) {
  const std::string_view status = spelling(description.status);
  out.begin_object().key("TableAutoScalingDescription").begin_object();
  out.member("TableName", description.table);
  out.member("TableStatus", status);
  out.key("Replicas").begin_array();
  for (const auto& replica : description.replicas) write_replica(out, replica, status);
  out.end_array().end_object().end_object();
}

}  // namespace stator::server

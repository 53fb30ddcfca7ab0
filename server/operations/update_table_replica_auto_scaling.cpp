#include "server/operations/update_table_replica_auto_scaling.h"

#include "model/error.h"
#include "model/table_arn.h"
#include "server/operations/auto_scaling_json.h"

namespace stator::server {
namespace {

engine::ScalingPolicyUpdate to_policy(const wire::AutoScalingPolicyUpdate& update) {
  const auto& target = *update.target_tracking_configuration;
  return {.name = update.policy_name,
          .disable_scale_in = target.disable_scale_in,
          .scale_in_cooldown_seconds = target.scale_in_cooldown,
          .scale_out_cooldown_seconds = target.scale_out_cooldown,
          .target_value = *target.target_value};
}

std::string require_name(const std::optional<std::string>& index_name) {
  if (!index_name) throw invalid_parameter("IndexName is required for an index update");
  return *index_name;
}

engine::ReplicaAutoScalingUpdate to_replica(const wire::ReplicaAutoScalingUpdate& update) {
  engine::ReplicaAutoScalingUpdate replica;
  replica.region = *update.region_name;
  replica.read = to_scaling(update.provisioned_read_capacity);
  if (!update.index_updates) return replica;
  for (const auto& index : *update.index_updates) {
    replica.index_reads.push_back(
        {require_name(index.index_name), to_scaling(index.provisioned_read_capacity)});
  }
  return replica;
}

engine::TableAutoScalingUpdate to_update(
    const wire::UpdateTableReplicaAutoScalingRequest& request) {
  engine::TableAutoScalingUpdate update;
  update.table = parse_table_name(*request.table_name).name;
  update.write = to_scaling(request.provisioned_write_capacity);
  if (request.index_updates) {
    for (const auto& index : *request.index_updates) {
      update.index_writes.push_back(
          {require_name(index.index_name), to_scaling(index.provisioned_write_capacity)});
    }
  }
  if (request.replica_updates) {
    for (const auto& replica : *request.replica_updates) {
      update.replicas.push_back(to_replica(replica));
    }
  }
  return update;
}

}  // namespace

std::optional<engine::AutoScalingUpdate> to_scaling(
    const std::optional<wire::AutoScalingSettingsUpdate>& update) {
  if (!update) return std::nullopt;
  engine::AutoScalingUpdate scaling;
  scaling.minimum_units = update->minimum_units;
  scaling.maximum_units = update->maximum_units;
  scaling.is_disabled = update->auto_scaling_disabled;
  scaling.role_arn = update->auto_scaling_role_arn;
  if (update->scaling_policy_update) scaling.policy = to_policy(*update->scaling_policy_update);
  return scaling;
}

void UpdateTableReplicaAutoScaling::execute(Request& request, CallContext& context,
                                            wire::JsonWriter& out) {
  write_auto_scaling(
      out, engine::update_auto_scaling(context.engine, to_update(request), context.caller));
}

}  // namespace stator::server

#include "server/operations/update_table.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/table_lifecycle.h"
#include "model/table_arn.h"
#include "server/operations/table_json.h"
#include "server/operations/table_request.h"
#include "server/operations/vector_request.h"

namespace stator::server {
namespace {

engine::IndexUpdate to_index_update(const wire::UpdateGlobalSecondaryIndexAction& action) {
  engine::IndexUpdate update;
  update.name = *action.index_name;
  update.throughput = to_throughput(action.provisioned_throughput);
  update.on_demand = to_on_demand(action.on_demand_throughput);
  if (action.warm_throughput) update.warm = to_warm(action.warm_throughput);
  return update;
}

engine::GlobalIndexUpdate to_global_index_update(const wire::GlobalSecondaryIndexUpdate& wire) {
  engine::GlobalIndexUpdate update;
  if (wire.create) update.creation = to_global_index(*wire.create);
  if (wire.update) update.update = to_index_update(*wire.update);
  if (wire.delete_) update.deletion = engine::IndexDeletion{*wire.delete_->index_name};
  return update;
}

std::optional<std::int64_t> read_override(
    const std::optional<wire::ProvisionedThroughputOverride>& wire) {
  return wire ? wire->read_capacity_units : std::nullopt;
}

std::optional<std::int64_t> read_override(
    const std::optional<wire::OnDemandThroughputOverride>& wire) {
  return wire ? wire->max_read_request_units : std::nullopt;
}

// Of a replica to create or to update: the structs have equal members.
template <class WireAction>
engine::ReplicaOverrides to_overrides(const WireAction& action) {
  engine::ReplicaOverrides overrides;
  overrides.kms_key_id = action.kms_master_key_id;
  overrides.read_capacity_units = read_override(action.provisioned_throughput_override);
  overrides.max_read_request_units = read_override(action.on_demand_throughput_override);
  if (action.table_class_override) {
    overrides.table_class = to_table_class(*action.table_class_override);
  }
  if (!action.global_secondary_indexes) return overrides;
  for (const auto& index : *action.global_secondary_indexes) {
    overrides.indexes.push_back({*index.index_name,
                                 read_override(index.provisioned_throughput_override),
                                 read_override(index.on_demand_throughput_override)});
  }
  return overrides;
}

// Elements without an action count for nothing.
std::vector<engine::ReplicaUpdate> to_replica_updates(
    const std::vector<wire::ReplicationGroupUpdate>& updates) {
  using engine::ReplicaAction;
  std::vector<engine::ReplicaUpdate> result;
  for (const auto& each : updates) {
    if (each.create) {
      result.push_back(
          {ReplicaAction::kCreate, *each.create->region_name, to_overrides(*each.create)});
    }
    if (each.update) {
      result.push_back(
          {ReplicaAction::kUpdate, *each.update->region_name, to_overrides(*each.update)});
    }
    if (each.delete_) result.push_back({ReplicaAction::kDelete, *each.delete_->region_name});
  }
  return result;
}

std::optional<engine::WitnessUpdate> to_witness_update(
    const std::optional<std::vector<wire::GlobalTableWitnessGroupUpdate>>& updates) {
  using engine::ReplicaAction;
  if (!updates) return std::nullopt;
  const auto& only = updates->front();
  if (only.create) return engine::WitnessUpdate{ReplicaAction::kCreate, *only.create->region_name};
  if (only.delete_) {
    return engine::WitnessUpdate{ReplicaAction::kDelete, *only.delete_->region_name};
  }
  return std::nullopt;
}

engine::TableUpdate to_update(const wire::UpdateTableRequest& request) {
  engine::TableUpdate update;
  update.name = parse_table_name(*request.table_name).name;
  if (request.attribute_definitions) {
    update.attribute_definitions = to_definitions(*request.attribute_definitions);
  }
  if (request.billing_mode) update.billing_mode = to_billing_mode(*request.billing_mode);
  update.throughput = to_throughput(request.provisioned_throughput);
  if (request.global_secondary_index_updates) {
    auto& updates = update.index_updates.emplace();
    for (const auto& each : *request.global_secondary_index_updates) {
      updates.push_back(to_global_index_update(each));
    }
  }
  if (request.vector_index_updates) {
    update.vector_updates = to_vector_updates(*request.vector_index_updates);
  }
  update.stream = to_stream(request.stream_specification);
  update.encryption = to_encryption(request.sse_specification);
  if (request.replica_updates) {
    update.replica_updates = to_replica_updates(*request.replica_updates);
  }
  if (request.table_class) update.table_class = to_table_class(*request.table_class);
  update.deletion_protection = request.deletion_protection_enabled;
  update.on_demand = to_on_demand(request.on_demand_throughput);
  update.warm = to_warm(request.warm_throughput);
  if (request.multi_region_consistency) {
    update.consistency = *request.multi_region_consistency == "STRONG"
                             ? engine::RegionConsistency::kStrong
                             : engine::RegionConsistency::kEventual;
  }
  update.witness = to_witness_update(request.global_table_witness_updates);
  return update;
}

}  // namespace

void UpdateTable::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto table = engine::update_table(context.engine, to_update(request), context.caller);
  out.begin_object().key("TableDescription");
  write_table(out, table, TableView::kWhole);
  out.end_object();
}

}  // namespace stator::server

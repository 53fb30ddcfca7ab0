#include "server/operations/update_global_table.h"

#include "engine/legacy_global_tables.h"
#include "server/operations/global_table_json.h"

namespace stator::server {

void UpdateGlobalTable::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  using engine::ReplicaAction;
  std::vector<engine::LegacyReplicaUpdate> updates;
  for (const auto& each : *request.replica_updates) {
    if (each.create) updates.push_back({ReplicaAction::kCreate, *each.create->region_name});
    if (each.delete_) updates.push_back({ReplicaAction::kDelete, *each.delete_->region_name});
  }
  write_global_table(out,
                     engine::update_global_table(context.engine, *request.global_table_name,
                                                 updates, context.caller),
                     GlobalTableStatus::kUpdating);
}

}  // namespace stator::server

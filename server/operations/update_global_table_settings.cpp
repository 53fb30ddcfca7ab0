#include "server/operations/update_global_table_settings.h"

#include "engine/legacy_global_tables.h"
#include "server/operations/global_table_json.h"
#include "server/operations/table_request.h"
#include "server/operations/update_table_replica_auto_scaling.h"

namespace stator::server {
namespace {

engine::ReplicaUnits to_replica_units(const wire::ReplicaSettingsUpdate& wire) {
  engine::ReplicaUnits units;
  units.region = *wire.region_name;
  units.read_units = wire.replica_provisioned_read_capacity_units;
  units.read_scaling = to_scaling(wire.replica_provisioned_read_capacity_auto_scaling);
  if (wire.replica_table_class) units.table_class = to_table_class(*wire.replica_table_class);
  if (!wire.replica_global_secondary_index_settings_update) return units;
  for (const auto& index : *wire.replica_global_secondary_index_settings_update) {
    units.index_read_units.push_back(
        {*index.index_name, index.provisioned_read_capacity_units,
         to_scaling(index.provisioned_read_capacity_auto_scaling)});
  }
  return units;
}

engine::GlobalTableSettingsUpdate to_update(const wire::UpdateGlobalTableSettingsRequest& request) {
  engine::GlobalTableSettingsUpdate update;
  update.name = *request.global_table_name;
  if (request.global_table_billing_mode) {
    update.billing_mode = to_billing_mode(*request.global_table_billing_mode);
  }
  update.write_units = request.global_table_provisioned_write_capacity_units;
  update.write_scaling =
      to_scaling(request.global_table_provisioned_write_capacity_auto_scaling);
  if (request.global_table_global_secondary_index_settings_update) {
    for (const auto& index : *request.global_table_global_secondary_index_settings_update) {
      update.index_write_units.push_back(
          {*index.index_name, index.provisioned_write_capacity_units,
           to_scaling(index.provisioned_write_capacity_auto_scaling)});
    }
  }
  if (request.replica_settings_update) {
    for (const auto& replica : *request.replica_settings_update) {
      update.replicas.push_back(to_replica_units(replica));
    }
  }
  return update;
}

}  // namespace

void UpdateGlobalTableSettings::execute(Request& request, CallContext& context,
                                        wire::JsonWriter& out) {
  write_replica_settings(out, *request.global_table_name,
                         engine::update_global_table_settings(
                             context.engine, to_update(request), context.caller));
}

}  // namespace stator::server

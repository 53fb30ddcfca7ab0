#include "server/operations/global_table_json.h"

#include <cstddef>
#include <string>

#include "server/operations/auto_scaling_json.h"
#include "server/operations/replica_json.h"

namespace stator::server {
namespace {

using wire::JsonWriter;

std::string_view spelling(GlobalTableStatus status) {
  switch (status) {
    case GlobalTableStatus::kCreating:
      return "CREATING";
    case GlobalTableStatus::kUpdating:
      return "UPDATING";
    case GlobalTableStatus::kActive:
      break;
  }
  return "ACTIVE";
}

void write_billing(JsonWriter& json, const engine::TableDescription& table) {
  if (!table.billing) return;
  json.key("ReplicaBillingModeSummary").begin_object();
  json.member("BillingMode", table.billing->mode == BillingMode::kProvisioned
                                 ? "PROVISIONED"
                                 : "PAY_PER_REQUEST");
  if (table.billing->last_update_to_pay_per_request) {
    json.member("LastUpdateToPayPerRequestDateTime",
                *table.billing->last_update_to_pay_per_request);
  }
  json.end_object();
}

// Auto scaling that was set once, of reads and of writes.
void write_capacity(JsonWriter& json, const std::string& prefix,
                    const CapacityAutoScaling& capacity) {
  const auto write = [&](const char* kind, const AutoScaling& scaling) {
    if (!scaling.is_disabled) return;
    write_scaling(json, prefix + kind + "CapacityAutoScalingSettings", scaling);
  };
  write("Read", capacity.read);
  write("Write", capacity.write);
}

void write_indexes(JsonWriter& json, const engine::TableDescription& table) {
  bool is_open = false;
  for (std::size_t i = 0; i < table.indexes.size(); ++i) {
    const IndexSchema& schema = table.schema->indexes[i];
    if (schema.kind != IndexKind::kGlobal) continue;
    if (!is_open) json.key("ReplicaGlobalSecondaryIndexSettings").begin_array();
    is_open = true;
    const Throughput& units = table.indexes[i].throughput.units;
    json.begin_object();
    json.member("IndexName", schema.name);
    json.member("IndexStatus", "ACTIVE");
    json.member("ProvisionedReadCapacityUnits", units.read_capacity_units);
    json.member("ProvisionedWriteCapacityUnits", units.write_capacity_units);
    const auto scaling = table.settings.auto_scaling.indexes.find(schema.name);
    if (scaling != table.settings.auto_scaling.indexes.end()) {
      write_capacity(json, "Provisioned", scaling->second);
    }
    json.end_object();
  }
  if (is_open) json.end_array();
}

void write_class(JsonWriter& json, const TableSettings& settings) {
  if (settings.table_class == TableClass::kStandard) return;
  json.key("ReplicaTableClassSummary").begin_object();
  json.member("TableClass", "STANDARD_INFREQUENT_ACCESS");
  json.end_object();
}

}  // namespace

void write_global_table(JsonWriter& json, const engine::GlobalTable& table,
                        GlobalTableStatus status) {
  json.begin_object().key("GlobalTableDescription").begin_object();
  json.key("ReplicationGroup").begin_array();
  for (const engine::Replica& replica : table.replicas) write_replica(json, replica, {});
  json.end_array();
  json.member("GlobalTableArn", table.arn);
  json.member("CreationDateTime", table.created);
  json.member("GlobalTableStatus", spelling(status));
  json.member("GlobalTableName", table.name);
  json.end_object();
  json.end_object();
}

void write_replica_settings(JsonWriter& json, std::string_view name,
                            const std::vector<engine::ReplicaTableDescription>& replicas) {
  json.begin_object();
  json.member("GlobalTableName", name);
  json.key("ReplicaSettings").begin_array();
  for (const auto& [replica, table] : replicas) {
    const Throughput& units = table.settings.throughput.units;
    json.begin_object();
    json.member("RegionName", replica.region);
    json.member("ReplicaStatus", "ACTIVE");
    write_billing(json, table);
    json.member("ReplicaProvisionedReadCapacityUnits", units.read_capacity_units);
    json.member("ReplicaProvisionedWriteCapacityUnits", units.write_capacity_units);
    write_capacity(json, "ReplicaProvisioned", table.settings.auto_scaling.table);
    write_indexes(json, table);
    write_class(json, table.settings);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace stator::server

#include "server/operations/replica_json.h"

#include <cstdint>
#include <optional>
#include <string>

#include "model/table_arn.h"

namespace stator::server {
namespace {

using engine::ReplicaStatus;
using wire::JsonWriter;

std::string_view spelling(ReplicaStatus status) {
  switch (status) {
    case ReplicaStatus::kCreating:
      return "CREATING";
    case ReplicaStatus::kUpdating:
      return "UPDATING";
    case ReplicaStatus::kDeleting:
      return "DELETING";
    case ReplicaStatus::kActive:
      break;
  }
  return "ACTIVE";
}

void write_override(JsonWriter& json, std::string_view name, std::string_view member,
                    const std::optional<std::int64_t>& units) {
  if (!units) return;
  json.key(name).begin_object();
  json.member(member, *units);
  json.end_object();
}

void write_overrides(JsonWriter& json, const std::optional<std::int64_t>& read_units,
                     const std::optional<std::int64_t>& maximum) {
  write_override(json, "ProvisionedThroughputOverride", "ReadCapacityUnits", read_units);
  write_override(json, "OnDemandThroughputOverride", "MaxReadRequestUnits", maximum);
}

void write_indexes(JsonWriter& json, const std::vector<engine::ReplicaIndex>& indexes) {
  if (indexes.empty()) return;
  json.key("GlobalSecondaryIndexes").begin_array();
  for (const engine::ReplicaIndex& index : indexes) {
    json.begin_object();
    json.member("IndexName", index.name);
    write_overrides(json, index.read_capacity_units, index.max_read_request_units);
    json.end_object();
  }
  json.end_array();
}

void write_class(JsonWriter& json, const engine::Replica& replica) {
  if (!replica.overrides.table_class) return;
  json.key("ReplicaTableClassSummary").begin_object();
  json.member("TableClass", *replica.overrides.table_class == TableClass::kStandard
                                ? "STANDARD"
                                : "STANDARD_INFREQUENT_ACCESS");
  if (replica.table_class_changed) {
    json.member("LastUpdateDateTime", *replica.table_class_changed);
  }
  json.end_object();
}

}  // namespace

void write_replica(JsonWriter& json, const engine::Replica& replica, std::string_view arn) {
  json.begin_object();
  json.member("RegionName", replica.region);
  json.member("ReplicaStatus", spelling(replica.status));
  if (!arn.empty()) json.member("ReplicaArn", arn);
  if (replica.overrides.kms_key_id) json.member("KMSMasterKeyId", *replica.overrides.kms_key_id);
  write_overrides(json, replica.overrides.read_capacity_units,
                  replica.overrides.max_read_request_units);
  write_indexes(json, replica.overrides.indexes);
  write_class(json, replica);
  json.end_object();
}

void write_global_table(JsonWriter& json, const engine::GlobalTableDescription& table,
                        std::string_view table_arn_text) {
  const TableReference local = parse_table_name(table_arn_text);
  json.member("GlobalTableVersion", "2019.11.21");
  if (!table.replicas.empty()) json.key("Replicas").begin_array();
  for (const engine::Replica& replica : table.replicas) {
    write_replica(json, replica, table_arn(replica.region, local.account, local.name));
  }
  if (!table.replicas.empty()) json.end_array();
  if (table.witness_region) {
    json.key("GlobalTableWitnesses").begin_array().begin_object();
    json.member("RegionName", *table.witness_region);
    json.member("WitnessStatus", "ACTIVE");
    json.end_object();
    json.end_array();
  }
  json.member("GlobalTableSettingsReplicationMode", "ENABLED_WITH_OVERRIDES");
  if (table.consistency == engine::RegionConsistency::kStrong) {
    json.member("MultiRegionConsistency", "STRONG");
  }
}

}  // namespace stator::server

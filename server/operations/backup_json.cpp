#include "server/operations/backup_json.h"

#include "model/schema.h"
#include "server/operations/table_parts_json.h"

namespace stator::server {
namespace {

using engine::Backup;
using engine::BackupType;
using server::spelling;  // of the parts: the one below would hide them
using wire::JsonWriter;

constexpr std::string_view kAvailable = "AVAILABLE";

std::string_view spelling(BackupType type) {
  return type == BackupType::kUser ? "USER" : "SYSTEM";
}

// The members that details and summaries have in common.
void write_identity(JsonWriter& json, const Backup& backup, std::string_view status) {
  json.member("BackupArn", backup.arn);
  json.member("BackupName", backup.name);
  json.member("BackupStatus", status);
  json.member("BackupType", spelling(backup.type));
  write_count(json, "BackupSizeBytes", backup.image.trees.size_bytes);
  json.member("BackupCreationDateTime", backup.created);
  write_optional(json, "BackupExpiryDateTime", backup.expiry);
}

void write_units(JsonWriter& json, const Throughput& units) {
  json.key("ProvisionedThroughput").begin_object();
  json.member("ReadCapacityUnits", units.read_capacity_units);
  json.member("WriteCapacityUnits", units.write_capacity_units);
  json.end_object();
}

void write_source(JsonWriter& json, const Backup& backup) {
  const TableSettings& settings = backup.image.settings;
  json.key("SourceTableDetails").begin_object();
  json.member("TableName", backup.image.trees.schema->name);
  json.member("TableId", settings.id);
  json.member("TableArn", settings.arn);
  write_count(json, "TableSizeBytes", backup.image.trees.size_bytes);
  write_key_schema(json, backup.image.trees.schema->key);
  json.member("TableCreationDateTime", settings.created);
  write_units(json, settings.throughput.units);
  write_on_demand(json, settings.on_demand);
  write_count(json, "ItemCount", backup.image.trees.items.size());
  json.member("BillingMode", spelling(settings.billing_mode));
  json.end_object();
}

void write_index(JsonWriter& json, const IndexSchema& index, const TableSettings& settings) {
  json.begin_object();
  json.member("IndexName", index.name);
  if (index.kind == IndexKind::kVector) {
    write_vector_schema(json, index);
    json.end_object();
    return;
  }
  write_key_schema(json, index.key);
  write_projection(json, index.projection);
  const auto at = settings.index_settings.find(index.name);
  if (index.kind == IndexKind::kGlobal && at != settings.index_settings.end()) {
    write_units(json, at->second.throughput.units);
    write_on_demand(json, at->second.on_demand);
  }
  json.end_object();
}

void write_indexes(JsonWriter& json, std::string_view name, const Backup& backup,
                   IndexKind kind) {
  bool is_open = false;
  for (const IndexSchema& index : backup.image.trees.schema->indexes) {
    if (index.kind != kind) continue;
    if (!is_open) json.key(name).begin_array();
    is_open = true;
    write_index(json, index, backup.image.settings);
  }
  if (is_open) json.end_array();
}

// Empty for a table without features.
void write_features(JsonWriter& json, const Backup& backup) {
  const TableSettings& settings = backup.image.settings;
  json.key("SourceTableFeatureDetails").begin_object();
  write_indexes(json, "LocalSecondaryIndexes", backup, IndexKind::kLocal);
  write_indexes(json, "GlobalSecondaryIndexes", backup, IndexKind::kGlobal);
  write_indexes(json, "VectorIndexes", backup, IndexKind::kVector);
  if (settings.stream && settings.stream->enabled) {
    write_stream_specification(json, "StreamDescription", *settings.stream);
  }
  if (settings.time_to_live && settings.time_to_live->enabled) {
    json.key("TimeToLiveDescription").begin_object();
    json.member("TimeToLiveStatus", "ENABLED");
    json.member("AttributeName", settings.time_to_live->attribute);
    json.end_object();
  }
  if (settings.encryption) {
    json.key("SSEDescription").begin_object();
    json.member("Status", "ENABLED");
    json.member("SSEType", "KMS");
    json.member("KMSMasterKeyArn", settings.encryption->kms_key_arn);
    json.end_object();
  }
  json.end_object();
}

}  // namespace

void write_backup_details(JsonWriter& json, const Backup& backup, std::string_view status) {
  json.begin_object();
  write_identity(json, backup, status);
  json.end_object();
}

void write_backup_description(JsonWriter& json, const Backup& backup, std::string_view status) {
  json.begin_object();
  json.key("BackupDetails");
  write_backup_details(json, backup, status);
  write_source(json, backup);
  write_features(json, backup);
  json.end_object();
}

void write_backup_summary(JsonWriter& json, const Backup& backup) {
  json.begin_object();
  json.member("TableName", backup.image.trees.schema->name);
  json.member("TableId", backup.image.settings.id);
  json.member("TableArn", backup.image.settings.arn);
  write_identity(json, backup, kAvailable);
  json.end_object();
}

}  // namespace stator::server

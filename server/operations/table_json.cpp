// The order of members is that of captured answers; clients do not depend on it.
#include "server/operations/table_json.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/schema.h"
#include "model/table_arn.h"
#include "model/table_settings.h"
#include "server/operations/replica_json.h"
#include "server/operations/table_parts_json.h"

namespace stator::server {
namespace {

using engine::BackgroundStatus;
using engine::IndexDescription;
using engine::IndexStatus;
using engine::TableDescription;
using server::spelling;  // of the parts: the ones below would hide them
using wire::JsonWriter;

std::string_view spelling(TableStatus status) {
  switch (status) {
    case TableStatus::kCreating:
      return "CREATING";
    case TableStatus::kActive:
      return "ACTIVE";
    case TableStatus::kUpdating:
      return "UPDATING";
    case TableStatus::kDeleting:
      break;
  }
  return "DELETING";
}

std::string_view spelling(IndexStatus status) {
  switch (status) {
    case IndexStatus::kCreating:
      return "CREATING";
    case IndexStatus::kActive:
      return "ACTIVE";
    case IndexStatus::kUpdating:
      return "UPDATING";
    case IndexStatus::kDeleting:
      break;
  }
  return "DELETING";
}

std::string_view spelling(TableClass table_class) {
  return table_class == TableClass::kStandard ? "STANDARD" : "STANDARD_INFREQUENT_ACCESS";
}

void write_definitions(JsonWriter& json, const std::vector<KeyAttribute>& definitions) {
  json.key("AttributeDefinitions").begin_array();
  for (const KeyAttribute& definition : definitions) {
    json.begin_object();
    json.member("AttributeName", definition.name);
    json.member("AttributeType", scalar_type_name(definition.type));
    json.end_object();
  }
  json.end_array();
}

void write_throughput(JsonWriter& json, const ProvisionedThroughput& throughput) {
  json.key("ProvisionedThroughput").begin_object();
  write_optional(json, "LastIncreaseDateTime", throughput.last_increase);
  write_optional(json, "LastDecreaseDateTime", throughput.last_decrease);
  json.member("NumberOfDecreasesToday", throughput.decreases_today);
  json.member("ReadCapacityUnits", throughput.units.read_capacity_units);
  json.member("WriteCapacityUnits", throughput.units.write_capacity_units);
  json.end_object();
}

void write_warm(JsonWriter& json, const std::optional<engine::WarmThroughputDescription>& warm) {
  if (!warm) return;
  json.key("WarmThroughput").begin_object();
  json.member("ReadUnitsPerSecond", warm->units.read_units_per_second);
  json.member("WriteUnitsPerSecond", warm->units.write_units_per_second);
  json.member("Status", warm->status == BackgroundStatus::kSettled ? "ACTIVE" : "UPDATING");
  json.end_object();
}

void write_vector_index(JsonWriter& json, const IndexSchema& schema, const IndexDescription& index,
                        std::string_view table_arn) {
  json.begin_object();
  json.member("IndexName", schema.name);
  write_vector_schema(json, schema);
  json.member("IndexStatus", spelling(index.status));
  write_optional(json, "Backfilling", index.is_backfilling);
  write_count(json, "IndexSizeBytes", index.size_bytes);
  write_count(json, "ItemCount", index.item_count);
  json.member("IndexArn", index_arn(table_arn, schema.name));
  json.end_object();
}

void write_index(JsonWriter& json, const IndexSchema& schema, const IndexDescription& index,
                 std::string_view table_arn) {
  json.begin_object();
  json.member("IndexName", schema.name);
  write_key_schema(json, schema.key);
  write_projection(json, schema.projection);
  const bool is_global = schema.kind == IndexKind::kGlobal;
  if (is_global) {
    json.member("IndexStatus", spelling(index.status));
    write_optional(json, "Backfilling", index.is_backfilling);
    write_throughput(json, index.throughput);
  }
  write_count(json, "IndexSizeBytes", index.size_bytes);
  write_count(json, "ItemCount", index.item_count);
  json.member("IndexArn", index_arn(table_arn, schema.name));
  if (is_global) {
    write_on_demand(json, index.on_demand);
    write_warm(json, index.warm);
  }
  json.end_object();
}

void write_indexes(JsonWriter& json, std::string_view name, const TableDescription& table,
                   IndexKind kind) {
  bool is_open = false;
  for (std::size_t i = 0; i < table.indexes.size(); ++i) {
    const IndexSchema& schema = table.schema->indexes[i];
    if (schema.kind != kind) continue;
    if (!is_open) json.key(name).begin_array();
    is_open = true;
    const auto write = kind == IndexKind::kVector ? write_vector_index : write_index;
    write(json, schema, table.indexes[i], table.settings.arn);
  }
  if (is_open) json.end_array();
}

void write_billing(JsonWriter& json, const TableDescription& table) {
  if (!table.billing) return;
  json.key("BillingModeSummary").begin_object();
  json.member("BillingMode", spelling(table.billing->mode));
  write_optional(json, "LastUpdateToPayPerRequestDateTime",
                 table.billing->last_update_to_pay_per_request);
  json.end_object();
}

// A disabled stream leaves no specification, but its label and ARN.
void write_stream(JsonWriter& json, const TableSettings& settings) {
  if (!settings.stream) return;
  if (settings.stream->enabled) {
    write_stream_specification(json, "StreamSpecification", *settings.stream);
  }
  json.member("LatestStreamLabel", settings.stream->label);
  json.member("LatestStreamArn", stream_arn(settings.arn, settings.stream->label));
}

void write_encryption(JsonWriter& json, const TableDescription& table) {
  if (!table.encryption) return;
  json.key("SSEDescription").begin_object();
  json.member("Status",
              table.encryption->status == BackgroundStatus::kSettled ? "ENABLED" : "UPDATING");
  if (table.encryption->kms_key_arn) {
    json.member("SSEType", "KMS");
    json.member("KMSMasterKeyArn", *table.encryption->kms_key_arn);
  }
  json.end_object();
}

// Tables that always had the standard class do not show it.
void write_table_class(JsonWriter& json, const TableSettings& settings) {
  const bool ever_changed = !settings.table_class_changes.empty();
  if (settings.table_class == TableClass::kStandard && !ever_changed) return;
  json.key("TableClassSummary").begin_object();
  json.member("TableClass", spelling(settings.table_class));
  if (ever_changed) json.member("LastUpdateDateTime", settings.table_class_changes.back());
  json.end_object();
}

void write_restore(JsonWriter& json, const std::optional<engine::RestoreSummary>& restore) {
  if (!restore) return;
  json.key("RestoreSummary").begin_object();
  write_optional(json, "SourceBackupArn", restore->backup_arn);
  json.member("SourceTableArn", restore->table_arn);
  json.member("RestoreDateTime", restore->time);
  json.member("RestoreInProgress", true);
  json.end_object();
}

}  // namespace

void write_table(JsonWriter& json, const TableDescription& table, TableView view) {
  const TableSettings& settings = table.settings;
  const bool is_whole = view == TableView::kWhole;
  json.begin_object();
  if (is_whole) write_definitions(json, settings.attribute_definitions);
  json.member("TableName", table.schema->name);
  if (is_whole) write_key_schema(json, table.schema->key);
  json.member("TableStatus", spelling(table.status));
  if (is_whole) json.member("CreationDateTime", settings.created);
  write_throughput(json, settings.throughput);
  write_count(json, "TableSizeBytes", table.size_bytes);
  write_count(json, "ItemCount", table.item_count);
  json.member("TableArn", settings.arn);
  json.member("TableId", settings.id);
  write_billing(json, table);
  if (is_whole) {
    write_indexes(json, "LocalSecondaryIndexes", table, IndexKind::kLocal);
    write_indexes(json, "GlobalSecondaryIndexes", table, IndexKind::kGlobal);
    write_indexes(json, "VectorIndexes", table, IndexKind::kVector);
    write_stream(json, settings);
    if (table.global_table) write_global_table(json, *table.global_table, settings.arn);
    write_restore(json, table.restore);
    write_encryption(json, table);
    write_table_class(json, settings);
  }
  json.member("DeletionProtectionEnabled", settings.deletion_protection);
  if (is_whole) {
    write_on_demand(json, settings.on_demand);
    write_warm(json, table.warm);
  }
  json.end_object();
}

}  // namespace stator::server

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

namespace stator::server {
namespace {

using engine::BackgroundStatus;
using engine::IndexDescription;
using engine::IndexStatus;
using engine::TableDescription;
using wire::JsonWriter;

void write_key_elements(JsonWriter& json, const std::vector<KeyAttribute>& attributes,
                        std::string_view key_type) {
  for (const KeyAttribute& attribute : attributes) {
    json.begin_object();
    json.member("AttributeName", attribute.name);
    json.member("KeyType", key_type);
    json.end_object();
  }
}

}  // namespace

void write_key_schema(JsonWriter& json, const KeySchema& key) {
  json.key("KeySchema").begin_array();
  write_key_elements(json, key.hash, "HASH");
  write_key_elements(json, key.range, "RANGE");
  json.end_array();
}

std::string_view view_type_name(StreamViewType type) {
  switch (type) {
    case StreamViewType::kNewImage:
      return "NEW_IMAGE";
    case StreamViewType::kOldImage:
      return "OLD_IMAGE";
    case StreamViewType::kNewAndOldImages:
      return "NEW_AND_OLD_IMAGES";
    case StreamViewType::kKeysOnly:
      break;
  }
  return "KEYS_ONLY";
}

namespace {

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

std::string_view spelling(ProjectionType type) {
  switch (type) {
    case ProjectionType::kAll:
      return "ALL";
    case ProjectionType::kInclude:
      return "INCLUDE";
    case ProjectionType::kKeysOnly:
      break;
  }
  return "KEYS_ONLY";
}

std::string_view spelling(BillingMode mode) {
  return mode == BillingMode::kProvisioned ? "PROVISIONED" : "PAY_PER_REQUEST";
}

std::string_view spelling(TableClass table_class) {
  return table_class == TableClass::kStandard ? "STANDARD" : "STANDARD_INFREQUENT_ACCESS";
}

void write_count(JsonWriter& json, std::string_view name, std::uint64_t count) {
  json.member(name, static_cast<std::int64_t>(count));
}

template <class T>
void write_optional(JsonWriter& json, std::string_view name, const std::optional<T>& value) {
  if (value) json.member(name, *value);
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

void write_projection(JsonWriter& json, const IndexProjection& projection) {
  json.key("Projection").begin_object();
  json.member("ProjectionType", spelling(projection.type));
  if (projection.type == ProjectionType::kInclude) {
    json.key("NonKeyAttributes").begin_array();
    for (const auto& name : projection.non_key_attributes) json.string(name);
    json.end_array();
  }
  json.end_object();
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

void write_on_demand(JsonWriter& json, const OnDemandThroughput& maxima) {
  if (!maxima.max_read_request_units && !maxima.max_write_request_units) return;
  json.key("OnDemandThroughput").begin_object();
  write_optional(json, "MaxReadRequestUnits", maxima.max_read_request_units);
  write_optional(json, "MaxWriteRequestUnits", maxima.max_write_request_units);
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

std::string_view spelling(DistanceFunction function) {
  switch (function) {
    case DistanceFunction::kCosine:
      return "COSINE";
    case DistanceFunction::kDotProduct:
      return "DOT_PRODUCT";
    case DistanceFunction::kEuclidean:
      break;
  }
  return "EUCLIDEAN";
}

void write_search_schema(JsonWriter& json, const IndexSchema& index) {
  if (index.key.hash.empty() && index.vector->inline_filters.empty()) return;
  json.key("SearchSchema").begin_array();
  const auto write = [&](const std::vector<KeyAttribute>& attributes, std::string_view role) {
    for (const KeyAttribute& attribute : attributes) {
      json.begin_object();
      json.member("AttributeName", attribute.name);
      json.member("SearchSchemaElementType", role);
      json.end_object();
    }
  };
  write(index.key.hash, "HASH");
  write(index.vector->inline_filters, "INLINE_FILTER");
  json.end_array();
}

void write_vector_index(JsonWriter& json, const IndexSchema& schema, const IndexDescription& index,
                        std::string_view table_arn) {
  json.begin_object();
  json.member("IndexName", schema.name);
  write_search_schema(json, schema);
  write_projection(json, schema.projection);
  json.key("VectorAttribute").begin_object();
  json.member("AttributeName", schema.vector->attribute);
  json.end_object();
  write_count(json, "Dimensions", schema.vector->dimensions);
  json.member("DistanceFunction", spelling(schema.vector->distance));
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
    json.key("StreamSpecification").begin_object();
    json.member("StreamEnabled", true);
    json.member("StreamViewType", view_type_name(settings.stream->view_type));
    json.end_object();
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

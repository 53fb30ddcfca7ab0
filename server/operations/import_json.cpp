#include "server/operations/import_json.h"

#include "server/operations/export_json.h"
#include "server/operations/table_parts_json.h"

namespace stator::server {
namespace {

using engine::Import;
using engine::ImportSource;
using engine::InputCompression;
using engine::JobStatus;
using wire::JsonWriter;

std::string_view spelled(InputCompression compression) {
  switch (compression) {
    case InputCompression::kGzip:
      return "GZIP";
    case InputCompression::kZstd:
      return "ZSTD";
    case InputCompression::kNone:
      break;
  }
  return "NONE";
}

void write_source(JsonWriter& json, const ImportSource& source) {
  json.key("S3BucketSource").begin_object();
  write_optional(json, "S3BucketOwner", source.bucket_owner);
  json.member("S3Bucket", source.bucket);
  write_optional(json, "S3KeyPrefix", source.prefix);
  json.end_object();
}

void write_options(JsonWriter& json, const std::optional<engine::CsvFormat>& csv) {
  if (!csv) return;
  json.key("InputFormatOptions").begin_object().key("Csv").begin_object();
  if (csv->delimiter) json.member("Delimiter", std::string_view(&*csv->delimiter, 1));
  if (csv->headers) {
    json.key("HeaderList").begin_array();
    for (const std::string& header : *csv->headers) json.string(header);
    json.end_array();
  }
  json.end_object().end_object();
}

// --- TableCreationParameters, member by member as in the request ------------------------------

void repeat_key(JsonWriter& json, const std::optional<std::vector<wire::KeySchemaElement>>& key) {
  if (!key) return;
  json.key("KeySchema").begin_array();
  for (const auto& element : *key) {
    json.begin_object();
    write_optional(json, "AttributeName", element.attribute_name);
    write_optional(json, "KeyType", element.key_type);
    json.end_object();
  }
  json.end_array();
}

void repeat_units(JsonWriter& json, const std::optional<wire::ProvisionedThroughput>& units) {
  if (!units) return;
  json.key("ProvisionedThroughput").begin_object();
  write_optional(json, "ReadCapacityUnits", units->read_capacity_units);
  write_optional(json, "WriteCapacityUnits", units->write_capacity_units);
  json.end_object();
}

void repeat_maxima(JsonWriter& json, const std::optional<wire::OnDemandThroughput>& maxima) {
  if (!maxima) return;
  json.key("OnDemandThroughput").begin_object();
  write_optional(json, "MaxReadRequestUnits", maxima->max_read_request_units);
  write_optional(json, "MaxWriteRequestUnits", maxima->max_write_request_units);
  json.end_object();
}

void repeat_warm(JsonWriter& json, const std::optional<wire::WarmThroughput>& warm) {
  if (!warm) return;
  json.key("WarmThroughput").begin_object();
  write_optional(json, "ReadUnitsPerSecond", warm->read_units_per_second);
  write_optional(json, "WriteUnitsPerSecond", warm->write_units_per_second);
  json.end_object();
}

void repeat_encryption(JsonWriter& json, const std::optional<wire::SseSpecification>& encryption) {
  if (!encryption) return;
  json.key("SSESpecification").begin_object();
  write_optional(json, "Enabled", encryption->enabled);
  write_optional(json, "SSEType", encryption->sse_type);
  write_optional(json, "KMSMasterKeyId", encryption->kms_master_key_id);
  json.end_object();
}

void repeat_projection(JsonWriter& json, const std::optional<wire::Projection>& projection) {
  if (!projection) return;
  json.key("Projection").begin_object();
  write_optional(json, "ProjectionType", projection->projection_type);
  if (projection->non_key_attributes) {
    json.key("NonKeyAttributes").begin_array();
    for (const std::string& name : *projection->non_key_attributes) json.string(name);
    json.end_array();
  }
  json.end_object();
}

void repeat_indexes(JsonWriter& json,
                    const std::optional<std::vector<wire::GlobalSecondaryIndex>>& indexes) {
  if (!indexes) return;
  json.key("GlobalSecondaryIndexes").begin_array();
  for (const auto& index : *indexes) {
    json.begin_object();
    write_optional(json, "IndexName", index.index_name);
    repeat_key(json, index.key_schema);
    repeat_projection(json, index.projection);
    repeat_units(json, index.provisioned_throughput);
    repeat_maxima(json, index.on_demand_throughput);
    repeat_warm(json, index.warm_throughput);
    json.end_object();
  }
  json.end_array();
}

void repeat_vector_indexes(JsonWriter& json,
                           const std::optional<std::vector<wire::VectorIndex>>& indexes) {
  if (!indexes) return;
  json.key("VectorIndexes").begin_array();
  for (const auto& index : *indexes) {
    json.begin_object();
    write_optional(json, "IndexName", index.index_name);
    json.key("VectorAttribute").begin_object();
    write_optional(json, "AttributeName", index.vector_attribute->attribute_name);
    json.end_object();
    if (index.search_schema) {
      json.key("SearchSchema").begin_array();
      for (const auto& element : *index.search_schema) {
        json.begin_object();
        write_optional(json, "AttributeName", element.attribute_name);
        write_optional(json, "SearchSchemaElementType", element.type);
        json.end_object();
      }
      json.end_array();
    }
    repeat_projection(json, index.projection);
    write_optional(json, "Dimensions", index.dimensions);
    write_optional(json, "DistanceFunction", index.distance_function);
    json.end_object();
  }
  json.end_array();
}

void write_progress(JsonWriter& json, const Import& job) {
  json.member("StartTime", job.start);
  write_optional(json, "EndTime", job.end);
  write_count(json, "ProcessedSizeBytes", job.processed_bytes);
  write_count(json, "ProcessedItemCount", job.processed_items);
  write_count(json, "ImportedItemCount", job.imported_items);
  if (job.status == JobStatus::kFailed) {
    json.member("FailureCode", job.failure_code);
    json.member("FailureMessage", job.failure_message);
  }
}

}  // namespace

std::string repeat_parameters(const wire::TableCreationParameters& parameters) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  write_optional(json, "TableName", parameters.table_name);
  json.key("AttributeDefinitions").begin_array();
  for (const auto& definition : *parameters.attribute_definitions) {
    json.begin_object();
    write_optional(json, "AttributeName", definition.attribute_name);
    write_optional(json, "AttributeType", definition.attribute_type);
    json.end_object();
  }
  json.end_array();
  repeat_key(json, parameters.key_schema);
  write_optional(json, "BillingMode", parameters.billing_mode);
  repeat_units(json, parameters.provisioned_throughput);
  repeat_maxima(json, parameters.on_demand_throughput);
  repeat_encryption(json, parameters.sse_specification);
  repeat_indexes(json, parameters.global_secondary_indexes);
  repeat_vector_indexes(json, parameters.vector_indexes);
  json.end_object();
  return text;
}

void write_import(JsonWriter& json, const Import& job) {
  json.begin_object();
  json.member("ImportArn", job.arn);
  json.member("ImportStatus", spelling(job.status));
  json.member("TableArn", job.table_arn);
  json.member("TableId", job.table_id);
  json.member("ClientToken", job.token);
  write_source(json, job.source);
  write_count(json, "ErrorCount", job.errors);
  json.member("CloudWatchLogGroupArn", job.log_group_arn);
  json.member("InputFormat", spelling(job.source.format));
  write_options(json, job.source.csv);
  json.member("InputCompressionType", spelled(job.source.compression));
  json.key("TableCreationParameters").raw(job.table_parameters);
  write_progress(json, job);
  json.end_object();
}

void write_import_summary(JsonWriter& json, const Import& job) {
  json.begin_object();
  json.member("ImportArn", job.arn);
  json.member("ImportStatus", spelling(job.status));
  json.member("TableArn", job.table_arn);
  write_source(json, job.source);
  json.member("CloudWatchLogGroupArn", job.log_group_arn);
  json.member("InputFormat", spelling(job.source.format));
  json.member("StartTime", job.start);
  write_optional(json, "EndTime", job.end);
  json.end_object();
}

}  // namespace stator::server

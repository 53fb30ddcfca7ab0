#include "server/operations/export_json.h"

#include "server/operations/table_parts_json.h"

namespace stator::server {

using engine::DataFormat;
using engine::Export;
using engine::ExportType;
using engine::JobStatus;
using wire::JsonWriter;

namespace {

void write_increment(JsonWriter& json, const engine::ExportSpecification& asked) {
  json.key("IncrementalExportSpecification").begin_object();
  write_optional(json, "ExportFromTime", asked.increment_from);
  write_optional(json, "ExportToTime", asked.increment_to);
  json.member("ExportViewType", asked.view == engine::ExportView::kNewImage
                                    ? "NEW_IMAGE"
                                    : "NEW_AND_OLD_IMAGES");
  json.end_object();
}

void write_outcome(JsonWriter& json, const Export& job) {
  write_optional(json, "EndTime", job.end);
  write_optional(json, "ExportManifest", job.manifest);
  if (job.status == JobStatus::kFailed) {
    json.member("FailureCode", job.failure_code);
    json.member("FailureMessage", job.failure_message);
  }
  if (job.status == JobStatus::kCompleted) {
    write_count(json, "BilledSizeBytes", job.billed_bytes);
    write_count(json, "ItemCount", job.item_count);
  }
}

}  // namespace

std::string_view spelling(JobStatus status) {
  switch (status) {
    case JobStatus::kInProgress:
      return "IN_PROGRESS";
    case JobStatus::kCompleted:
      return "COMPLETED";
    case JobStatus::kFailed:
      return "FAILED";
    case JobStatus::kCancelled:
      break;
  }
  return "CANCELLED";
}

std::string_view spelling(DataFormat format) {
  switch (format) {
    case DataFormat::kDynamoDbJson:
      return "DYNAMODB_JSON";
    case DataFormat::kIon:
      return "ION";
    case DataFormat::kCsv:
      break;
  }
  return "CSV";
}

std::string_view spelling(ExportType type) {
  return type == ExportType::kFull ? "FULL_EXPORT" : "INCREMENTAL_EXPORT";
}

void write_export(JsonWriter& json, const Export& job, ExportDetail detail) {
  const engine::ExportSpecification& asked = job.specification;
  json.begin_object();
  json.member("ExportArn", job.arn);
  json.member("ExportStatus", spelling(job.status));
  json.member("StartTime", job.start);
  json.member("TableArn", asked.table_arn);
  json.member("TableId", job.table_id);
  write_optional(json, "ExportTime", asked.time);
  json.member("ClientToken", job.token);
  json.member("S3Bucket", asked.bucket);
  write_optional(json, "S3BucketOwner", asked.bucket_owner);
  write_optional(json, "S3Prefix", asked.prefix);
  json.member("S3SseAlgorithm", asked.sse_algorithm);
  write_optional(json, "S3SseKmsKeyId", asked.kms_key_id);
  json.member("ExportFormat", spelling(asked.format));
  json.member("ExportType", spelling(asked.type));
  if (asked.type == ExportType::kIncremental) write_increment(json, asked);
  if (asked.filter) json.key("FilterSpecification").raw(*asked.filter);
  if (detail == ExportDetail::kWhole) write_outcome(json, job);
  json.end_object();
}

}  // namespace stator::server

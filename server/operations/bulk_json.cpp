#include "server/operations/bulk_json.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace stator::server {
namespace {

using engine::BulkOperation;
using engine::BulkStatus;
using wire::JsonWriter;

template <class T>
void write_optional(JsonWriter& out, std::string_view name, const std::optional<T>& value) {
  if (value) out.member(name, *value);
}

void write_count(JsonWriter& out, std::string_view name, std::uint64_t count) {
  out.member(name, static_cast<std::int64_t>(count));
}

std::string_view spelling(engine::InputCompression compression) {
  switch (compression) {
    case engine::InputCompression::kGzip:
      return "GZIP";
    case engine::InputCompression::kZstd:
      return "ZSTD";
    case engine::InputCompression::kNone:
      break;
  }
  return "NONE";
}

void write_input(JsonWriter& out, const engine::BulkSpecification& specification) {
  const engine::ImportSource& input = specification.input;
  out.key("InputS3Configuration").begin_object();
  write_optional(out, "S3BucketOwner", input.bucket_owner);
  out.member("S3Bucket", input.bucket);
  write_optional(out, "S3KeyPrefix", input.prefix);
  out.member("InputFormat",
             input.format == engine::DataFormat::kIon ? "ION" : "DYNAMODB_JSON");
  if (specification.has_compression) {
    out.member("InputCompressionType", spelling(input.compression));
  }
  out.end_object();
}

void write_output(JsonWriter& out, const engine::BulkOutput& output) {
  out.key("OutputS3Configuration").begin_object();
  write_optional(out, "S3BucketOwner", output.bucket_owner);
  out.member("S3Bucket", output.bucket);
  write_optional(out, "S3KeyPrefix", output.prefix);
  write_optional(out, "S3SseAlgorithm", output.sse_algorithm);
  write_optional(out, "S3SseKmsKeyId", output.kms_key_id);
  out.key("OutputType").begin_array();
  for (const std::string& type : output.types) out.string(type);
  out.end_array().end_object();
}

void write_index_bytes(JsonWriter& out, std::string_view kind, std::string_view member,
                       const std::map<std::string, std::uint64_t>& indexes) {
  if (indexes.empty()) return;
  out.key(kind).begin_object();
  for (const auto& [name, bytes] : indexes) {
    out.escaped_key(name).begin_object();
    write_count(out, member, bytes);
    out.end_object();
  }
  out.end_object();
}

void write_usage(JsonWriter& out, const BulkOperation& job) {
  const engine::BulkUsage& usage = job.usage;
  std::uint64_t total = usage.table;
  for (const auto* indexes : {&usage.local_indexes, &usage.global_indexes}) {
    for (const auto& [name, bytes] : *indexes) total += bytes;
  }
  out.key("BulkOperationUsage").begin_array().begin_object();
  out.member("TableName", job.specification.table);
  write_count(out, "BulkPutBytes", total);
  out.key("Table").begin_object();
  write_count(out, "BulkPutBytes", usage.table);
  out.end_object();
  write_index_bytes(out, "LocalSecondaryIndexes", "BulkPutBytes", usage.local_indexes);
  write_index_bytes(out, "GlobalSecondaryIndexes", "BulkPutBytes", usage.global_indexes);
  write_index_bytes(out, "VectorIndexes", "BulkPutVectorBytes", usage.vector_indexes);
  out.end_object().end_array();
}

void write_progress(JsonWriter& out, const BulkOperation& job) {
  out.member("StartTime", job.start);
  write_optional(out, "EndTime", job.end);
  write_count(out, "ProcessedItemCount", job.processed_items);
  write_count(out, "ProcessedInputBytes", job.processed_bytes);
  if (job.total_bytes) write_count(out, "TotalInputBytes", *job.total_bytes);
  write_usage(out, job);
  write_count(out, "FailedItemCount", job.failed_items);
  if (job.failure_code.empty()) return;
  out.member("FailureCode", job.failure_code);
  out.member("FailureMessage", job.failure_message);
}

}  // namespace

std::string_view spelling(BulkStatus status) {
  switch (status) {
    case BulkStatus::kInProgress:
      return "IN_PROGRESS";
    case BulkStatus::kCompleted:
      return "COMPLETED";
    case BulkStatus::kCompletedWithErrors:
      return "COMPLETED_WITH_ERRORS";
    case BulkStatus::kCancelling:
      return "CANCELLING";
    case BulkStatus::kCancelled:
      return "CANCELLED";
    case BulkStatus::kFailed:
      break;
  }
  return "FAILED";
}

void write_bulk_answer(JsonWriter& out, const BulkOperation& job) {
  const engine::BulkSpecification& specification = job.specification;
  out.begin_object().key("BulkOperationDescription").begin_object();
  out.member("BulkOperationArn", job.arn);
  out.member("BulkOperationStatus", spelling(job.bulk_status));
  out.key("TableDetails").begin_array().begin_object();
  out.member("TableName", specification.table);
  out.member("TableId", job.table_id);
  out.end_object().end_array();
  out.member("ClientToken", job.token);
  write_input(out, specification);
  write_output(out, specification.output);
  write_progress(out, job);
  write_optional(out, "MaxWriteRequestUnits", specification.write_units_max);
  out.member("PerformanceTier",
             specification.tier == engine::PerformanceTier::kStandard ? "STANDARD"
                                                                      : "ACCELERATED");
  out.end_object().end_object();
}

}  // namespace stator::server

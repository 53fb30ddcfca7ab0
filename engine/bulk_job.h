// What is known about a bulk operation.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/export_job.h"
#include "engine/import_job.h"
#include "engine/job_catalogue.h"

namespace stator::engine {

enum class BulkStatus : std::uint8_t {
  kInProgress,
  kCompleted,
  kCompletedWithErrors,
  kCancelling,
  kCancelled,
  kFailed
};

enum class PerformanceTier : std::uint8_t { kStandard, kAccelerated };

// Where what could not be written is told, and which of it.
struct BulkOutput {
  std::optional<std::string> bucket_owner;
  std::string bucket;
  std::optional<std::string> prefix;
  std::optional<std::string> sse_algorithm;
  std::optional<std::string> kms_key_id;
  std::vector<std::string> types;  // as requested
  bool has_errors = false;
  bool has_condition_failures = false;
};

// What StartBulkPutItems asks for.
struct BulkSpecification {
  std::string table;  // as requested: a name or an ARN
  ImportSource input;
  bool has_compression = false;  // whether the request named one
  BulkOutput output;
  std::optional<std::int64_t> write_units_max;  // per second
  PerformanceTier tier = PerformanceTier::kStandard;
};

// Bytes put: items of the table, and entries of its indexes.
struct BulkUsage {
  std::uint64_t table = 0;
  std::map<std::string, std::uint64_t> local_indexes;
  std::map<std::string, std::uint64_t> global_indexes;
  std::map<std::string, std::uint64_t> vector_indexes;
};

// `status` of Job is not used: a bulk operation has more of them.
struct BulkOperation : Job {
  BulkSpecification specification;
  BulkStatus bulk_status = BulkStatus::kInProgress;
  std::string table_id;
  std::uint64_t processed_items = 0;  // failed ones and those with failed conditions included
  std::uint64_t failed_items = 0;
  std::uint64_t processed_bytes = 0;            // as stored, compressed or not
  std::optional<std::uint64_t> total_bytes;     // when it is known
  BulkUsage usage;
};

using BulkOperations = JobCatalogue<BulkOperation>;

}  // namespace stator::engine

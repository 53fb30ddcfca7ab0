// What is known about an export.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/job_catalogue.h"
#include "model/clock.h"

namespace stator::engine {

enum class DataFormat : std::uint8_t { kDynamoDbJson, kIon, kCsv };  // exports have no CSV
enum class ExportType : std::uint8_t { kFull, kIncremental };
enum class ExportView : std::uint8_t { kNewAndOldImages, kNewImage };

// What ExportTableToPointInTime asks for.
struct ExportSpecification {
  std::string table_arn;
  std::optional<Timestamp> time;
  std::string bucket;
  std::optional<std::string> bucket_owner;
  std::optional<std::string> prefix;
  std::string sse_algorithm = "AES256";  // shown, no more
  std::optional<std::string> kms_key_id;
  DataFormat format = DataFormat::kDynamoDbJson;
  ExportType type = ExportType::kFull;
  bool has_increment = false;              // IncrementalExportSpecification is there
  std::optional<Timestamp> increment_from;  // inclusive
  std::optional<Timestamp> increment_to;    // exclusive
  ExportView view = ExportView::kNewAndOldImages;
  std::optional<std::string> filter;  // FilterSpecification, as answers repeat it
};

struct Export : Job {
  ExportSpecification specification;  // with the times that count
  std::string table_id;
  std::optional<std::string> manifest;  // key of manifest-summary.json
  std::uint64_t billed_bytes = 0;
  std::uint64_t item_count = 0;
};

using Exports = JobCatalogue<Export>;

}  // namespace stator::engine

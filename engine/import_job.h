// What is known about an import.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/export_job.h"
#include "engine/job_catalogue.h"

namespace stator::engine {

enum class InputCompression : std::uint8_t { kNone, kGzip, kZstd };

// How rows of CSV are read.
struct CsvFormat {
  std::optional<char> delimiter;                   // absent: ","
  std::optional<std::vector<std::string>> headers;  // absent: the first line of each object
};

// Where the data come from and how they are written.
struct ImportSource {
  std::string bucket;
  std::optional<std::string> bucket_owner;
  std::optional<std::string> prefix;
  DataFormat format = DataFormat::kDynamoDbJson;
  std::optional<CsvFormat> csv;
  InputCompression compression = InputCompression::kNone;
};

struct Import : Job {
  ImportSource source;
  std::string table_parameters;  // TableCreationParameters, as answers repeat them
  std::string table_arn;
  std::string table_id;
  std::string log_group_arn;
  std::uint64_t processed_bytes = 0;  // decompressed
  std::uint64_t processed_items = 0;
  std::uint64_t imported_items = 0;
  std::uint64_t errors = 0;
};

using Imports = JobCatalogue<Import>;

}  // namespace stator::engine

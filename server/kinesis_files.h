// Kinesis data streams as files: a line of JSON for each record, one file for each stream's name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kinesis.h"

namespace stator::server {

// "<directory>/<stream name>.ndjson". Lines are added at the end; what was there stays.
//
// Thread safety: `append` by one thread at a time.
class KinesisFiles {
 public:
  // Makes the directory if it is not there. Throws std::filesystem::filesystem_error.
  explicit KinesisFiles(std::filesystem::path directory);

  // Throws std::runtime_error when the file cannot be written.
  void append(const engine::KinesisSource& source,
              const std::vector<engine::KinesisRecord>& records) const;

 private:
  std::filesystem::path directory_;
};

// One record as the service puts it into a data stream, without the end of the line.
std::string kinesis_record_json(const engine::KinesisSource& source,
                                const engine::KinesisRecord& record);

}  // namespace stator::server

// Everything as it is at one moment, and how it is written to a file.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/persistence/records.h"
#include "engine/replication.h"
#include "storage/journal/disk.h"
#include "storage/journal/frame.h"
#include "storage/journal/log_writer.h"

namespace stator::engine {

// What a snapshot shows. Trees and logs are shared with what they are copies of, so that it takes
// microseconds for each table to take.
struct Capture {
  struct Table {
    TableRecord record;
    storage::Trees trees;
    storage::StreamLog::Copy stream;
  };
  struct Closed {
    StreamRef stream;
    storage::StreamLog::Copy copy;
  };
  struct Global {
    std::string scope;
    GlobalTable table;
    std::vector<ReplicatedChange> on_the_way;
  };
  std::vector<Table> tables;
  std::vector<Closed> closed_streams;
  std::vector<Global> global_tables;
  std::vector<std::pair<std::string, BackupRef>> backups;
  std::vector<IdempotencyTokens::Completed> tokens;
  std::uint64_t last_table_number = 0;
};

// Each table as it is behind a position of the log, which stands in its record. The rest is not
// older than any table, and records that it contains already do no harm when they are replayed.
// REQUIRES: the journal's `making` is held.
Capture capture(Engine& engine, const storage::LogWriter& log, std::uint64_t last_table_number);

// Everything as of one moment, without a log. The tables have the numbers 1, 2, ... in it.
// REQUIRES: the engine's gate is closed.
Capture capture_moment(Engine& engine);

// Writes the capture to a new file of that name, in order of keys, and has it reach the disk.
// Returns the size of the file, 0 for a failure (errno says why).
std::uint64_t write_snapshot(storage::Disk& disk, const std::string& path,
                             const storage::FileHeader& header, const Capture& capture);

}  // namespace stator::engine

// Reading a journal back: records in the order in which they were written make the engine what it
// was.
//
// Changes of items pass through storage::Table::apply, as they did before, with their own times and
// with the streams attached that saw them then: so a stream comes out record by record, number by
// number. What is derived (finish.h) is made when all records are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/persistence/records.h"
#include "storage/journal/codec.h"
#include "storage/journal/frame.h"
#include "storage/stream_log.h"
#include "storage/table.h"

namespace stator::engine {

// Not thread-safe: nobody else uses the engine meanwhile.
// Errors: storage::FormatFault for a record that no journal writes.
class Replay {
 public:
  // Reads the file of that number, which a record behind `position` of the log refers to.
  using ReadFile =
      std::function<void(std::uint64_t file, storage::Position position, Replay& replay)>;

  Replay(Engine& engine, ReadFile read_file) : engine_(engine), read_file_(std::move(read_file)) {
    engine_.is_restoring = true;
  }

  // One record of a snapshot, or of a log, whose end is at `position`.
  void read(std::string_view record, storage::Position position);

  // Whether the last record was the last of a snapshot.
  bool has_snapshot_end() const { return has_snapshot_end_; }

  // To be called behind the last record: makes what is derived.
  void finish();

  std::uint64_t last_table_number() const { return last_table_number_; }

 private:
  // A table on the way: contents come before changes.
  struct Known {
    TableRecord record;
    storage::Trees contents;                // while there is no table
    std::shared_ptr<storage::Table> table;  // once it is needed
    StreamRef stream;                       // that is attached to it
    bool is_listed = false;
  };

  void read_changes(storage::Decoder& in, storage::Position position);
  void read_table(TableRecord record, storage::Position position);
  void read_items(storage::Decoder& in);
  void read_table_gone(std::uint64_t number);
  void read_stream_closed(const StreamName& name);
  void read_global_table(GlobalTableRecord record);
  void read_backup(BackupRecord record);
  void read_reset(const std::vector<std::uint64_t>& tables);
  void read_restore(RestoreRecord record, storage::Position position);
  void read_stream(StreamState state);
  void read_stream_records(storage::Decoder& in);
  void read_backup_image(BackupImage image);
  void read_backup_items(storage::Decoder& in);
  void read_on_the_way(storage::Decoder& in);
  void read_token(TokenRecord record);
  void read_end(const SnapshotEnd& end);

  Known* find(std::uint64_t number);
  bool is_gone(std::uint64_t number) const;
  storage::Table& table_of(Known& known);
  void list(Known& known);
  void change(Known& known, const TableRecord& record);
  void follow_stream(Known& known, const TableRecord& record);
  void join_group(Known& known);
  void change_item(storage::Decoder& in, const storage::ChangeContext& context,
                   storage::Position position);
  void finish_backup();
  void finish_table(Known& known);
  void close_orphans();

  Engine& engine_;
  const ReadFile read_file_;
  std::map<std::uint64_t, Known> tables_;
  std::uint64_t last_table_number_ = 0;
  // Tables that are gone, and up to where all are that are not known. Requests that had found one
  // may have changed it afterwards.
  std::set<std::uint64_t> gone_;
  std::uint64_t known_to_ = 0;
  RestoreRecord restore_;                       // whose file is read; else of no file
  std::size_t restored_streams_ = 0;            // of its tables, so far
  std::uint64_t items_ = 0;                     // of tables, in the snapshot
  bool has_snapshot_end_ = false;
  StreamRef stream_;                            // whose records follow
  std::optional<BackupImage> backup_;           // whose items follow
  storage::Trees backup_contents_;
};

}  // namespace stator::engine

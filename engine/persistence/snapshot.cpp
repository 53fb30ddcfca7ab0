#include "engine/persistence/snapshot.h"

#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "engine/backups.h"
#include "engine/persistence/definitions.h"
#include "storage/journal/crc32c.h"
#include "storage/journal/item_codec.h"
#include "storage/table_locks.h"

namespace stator::engine {
namespace {

using storage::encode;
using storage::encode_item;
using storage::encode_number;
using storage::encode_text;

constexpr std::size_t kRecordBytes = std::size_t{64} << 10;
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

// Records into a file, a megabyte at a time.
class SnapshotFile {
 public:
  SnapshotFile(storage::Disk& disk, const std::string& path, const storage::FileHeader& header)
      : disk_(disk), file_(disk.create(path)), buffer_(storage::encode_header(header)) {}
  ~SnapshotFile() {
    if (file_ >= 0) disk_.close(file_);
  }
  SnapshotFile(const SnapshotFile&) = delete;
  SnapshotFile& operator=(const SnapshotFile&) = delete;

  void append(std::string_view record) {
    storage::append_frame(buffer_, record, storage::crc32c(record), position_);
    position_ += storage::kFrameHeaderBytes + record.size();
    if (buffer_.size() >= kBufferBytes) drain();
  }

  // Whether everything is on the disk.
  bool finish() {
    drain();
    return is_whole_ && disk_.sync(file_);
  }
  std::uint64_t bytes() const { return storage::kFileHeaderBytes + position_; }

 private:
  void drain() {
    is_whole_ = is_whole_ && file_ >= 0 && storage::write_all(disk_, file_, buffer_);
    buffer_.clear();
  }

  storage::Disk& disk_;
  const int file_;
  std::string buffer_;
  storage::Position position_ = 0;
  bool is_whole_ = true;
};

// Elements of one kind, as few records as sensible.
class Batch {
 public:
  Batch(SnapshotFile& file, std::string head)
      : file_(file), head_bytes_(head.size()), record_(std::move(head)) {}
  ~Batch() {
    if (record_.size() > head_bytes_) file_.append(record_);
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // Where the next element goes.
  std::string& next() {
    if (record_.size() >= kRecordBytes) {
      file_.append(record_);
      record_.resize(head_bytes_);
    }
    return record_;
  }

 private:
  SnapshotFile& file_;
  const std::size_t head_bytes_;
  std::string record_;
};

template <class Number>
std::string head(RecordType type, Number number) {
  return make_record(type, static_cast<std::uint64_t>(number));
}

void write_table(SnapshotFile& file, const Capture::Table& table) {
  file.append(make_record(RecordType::kTable, table.record));
  Batch items(file, head(RecordType::kItems, table.record.number));
  table.trees.items.ascend({}, [&](std::string_view, const ItemRef& item) {
    encode_item(items.next(), *item);
    return true;
  });
}

void encode_image(std::string& out, const ItemRef& item) {
  encode(out, static_cast<bool>(item));
  if (item) encode_item(out, *item);
}

void write_stream(SnapshotFile& file, std::uint64_t table, const Stream& stream,
                  const storage::StreamLog::Copy& copy) {
  StreamState state{table, stream, copy.last_number, copy.closed, {}};
  for (const auto& shard : copy.shards) {
    const storage::ShardDescription& description = shard.description;
    state.shards.push_back({shard.lane, description.id, description.parent_id,
                            description.first_number, description.last_number, shard.opened,
                            shard.closed, shard.trimmed_number});
  }
  file.append(make_record(RecordType::kStream, state));
  for (std::size_t i = 0; i < copy.shards.size(); ++i) {
    Batch records(file, head(RecordType::kStreamRecords, i));
    for (const auto& slice : copy.shards[i].records) {
      for (std::size_t at = slice.begin; at < slice.end; ++at) {
        const storage::StreamRecord& record = (*slice.chunk)[at];
        std::string& out = records.next();
        encode_number(out, record.number);
        encode(out, record.created);
        encode(out, record.event);
        encode(out, record.origin);
        encode_image(out, record.old_image);
        encode_image(out, record.new_image);
      }
    }
  }
}

// Most of a backup is still in its table: of that the keys are enough.
void write_backup(SnapshotFile& file, const std::string& space, const Backup& backup,
                  const storage::Trees* table) {
  const TableImage& image = backup.image;
  file.append(make_record(RecordType::kBackupImage,
                          BackupImage{space, image.table, backup, *image.trees.schema,
                                      image.settings}));
  Batch items(file, begin_record(RecordType::kBackupItems));
  image.trees.items.ascend({}, [&](std::string_view key, const ItemRef& item) {
    const ItemRef* const present = table == nullptr ? nullptr : table->items.find(key);
    const bool is_other = present == nullptr || !(*present == item);
    std::string& out = items.next();
    encode(out, is_other);
    if (is_other) {
      encode_item(out, *item);
    } else {
      encode_text(out, key);
    }
    return true;
  });
}

void write_global(SnapshotFile& file, const Capture::Global& global) {
  file.append(make_record(RecordType::kGlobalTable, GlobalTableRecord{global.scope, global.table}));
  std::string on_the_way = begin_record(RecordType::kOnTheWay);
  encode_text(on_the_way, global.scope);
  encode_text(on_the_way, global.table.name);
  Batch changes(file, std::move(on_the_way));
  for (const ReplicatedChange& change : global.on_the_way) {
    std::string& out = changes.next();
    encode_text(out, change.region);
    encode_text(out, change.key);
    encode_image(out, change.after);
    encode(out, change.at);
  }
}

// Before whatever a log that refers to the snapshot says.
constexpr storage::Position kBeforeAll = 1;

storage::TableLocks::Tables all_tables(Engine& engine) {
  storage::TableLocks::Tables all;
  engine.namespaces.for_each([&](const std::string&, storage::Database& database) {
    for (auto& table : database.tables()) all.push_back(std::move(table));
  });
  return all;
}

Capture::Table capture_table(Engine& engine, const storage::Table& table,
                             storage::Position as_of) STATOR_REQUIRES_SHARED(table.mutex()) {
  Capture::Table captured{record_of(engine, table), table.trees(), {}};
  captured.record.as_of = as_of;
  if (captured.record.stream) captured.stream = captured.record.stream->log->copy();
  return captured;
}

// Everything but the tables, which the capture has already.
void capture_rest(Engine& engine, Capture& captured) {
  std::set<std::string> with_table;
  for (const auto& [record, trees, stream] : captured.tables) {
    if (record.stream) with_table.insert(record.name_space + ' ' + record.stream->arn);
  }
  for (const StreamRef& stream : engine.streams.all(engine.clock.now())) {
    if (stream->is_enabled() || with_table.contains(stream->name_space + ' ' + stream->arn)) {
      continue;
    }
    captured.closed_streams.push_back({stream, stream->log->copy()});
  }
  for (auto& [scope, table] : engine.global_tables->all()) {
    auto on_the_way = table.group ? table.group->on_the_way() : std::vector<ReplicatedChange>();
    captured.global_tables.push_back({scope, std::move(table), std::move(on_the_way)});
  }
  captured.backups = engine.backups.all();
  captured.tokens = engine.tokens.completed(engine.clock.now());
}

// Gives the tables the numbers 1, 2, ..., by which their backups know them, too.
void number_anew(Engine& engine, Capture& captured) {
  std::map<std::uint64_t, std::uint64_t> numbers;
  for (Capture::Table& table : captured.tables) {
    const std::uint64_t number = ++captured.last_table_number;
    numbers.emplace(std::exchange(table.record.number, number), number);
  }
  if (!engine.journal) return;  // nobody has a number
  for (auto& [space, backup] : captured.backups) {
    const auto table = numbers.find(backup->image.table);
    Backup numbered = *backup;
    numbered.image.table = table == numbers.end() ? 0 : table->second;
    backup = make_backup_ref(engine, std::move(numbered));
  }
}

}  // namespace

Capture capture(Engine& engine, const storage::LogWriter& log, std::uint64_t last_table_number) {
  Capture captured;
  captured.last_table_number = last_table_number;
  for (const auto& table : all_tables(engine)) {
    const ReadLock lock(table->mutex());
    captured.tables.push_back(capture_table(engine, *table, log.end()));
  }
  capture_rest(engine, captured);
  return captured;
}

Capture capture_moment(Engine& engine) {
  Capture captured;
  const auto locks = storage::TableLocks::shared(all_tables(engine));
  captured.tables.reserve(locks.tables().size());
  for (const auto& table : locks.tables()) {
    locks.require_shared(*table);
    captured.tables.push_back(capture_table(engine, *table, kBeforeAll));
  }
  capture_rest(engine, captured);
  number_anew(engine, captured);
  return captured;
}

std::uint64_t write_snapshot(storage::Disk& disk, const std::string& path,
                             const storage::FileHeader& header, const Capture& capture) {
  SnapshotFile file(disk, path, header);
  SnapshotEnd end{capture.tables.size(), 0, capture.last_table_number};
  std::map<std::uint64_t, const storage::Trees*> by_number;
  for (const Capture::Table& table : capture.tables) {
    write_table(file, table);
    end.items += table.trees.items.size();
    by_number[table.record.number] = &table.trees;
  }
  for (const Capture::Table& table : capture.tables) {
    if (!table.record.stream) continue;
    write_stream(file, table.record.number, *table.record.stream, table.stream);
  }
  for (const Capture::Closed& closed : capture.closed_streams) {
    write_stream(file, 0, *closed.stream, closed.copy);
  }
  for (const Capture::Global& global : capture.global_tables) write_global(file, global);
  for (const auto& [space, backup] : capture.backups) {
    const auto table = by_number.find(backup->image.table);
    write_backup(file, space, *backup, table == by_number.end() ? nullptr : table->second);
  }
  for (const auto& token : capture.tokens) {
    file.append(make_record(RecordType::kToken, TokenRecord{token.token, token.fingerprint,
                                                            token.image_bytes, token.at}));
  }
  file.append(make_record(RecordType::kEnd, end));
  return file.finish() ? file.bytes() : 0;
}

}  // namespace stator::engine

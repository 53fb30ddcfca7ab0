#include "engine/persistence/replay.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/backups.h"
#include "engine/replica_tables.h"
#include "engine/replication.h"
#include "storage/journal/item_codec.h"

namespace stator::engine {
namespace {

using storage::decode;
using storage::Decoder;
using storage::FormatFault;
using storage::Position;

// Indexes are filled when everything is read: nothing enters one before.
void leave_indexes_for_later(storage::Trees& trees) {
  trees.indexes.assign(trees.schema->indexes.size(), {});
  if (trees.items.empty()) return;
  for (storage::IndexTree& index : trees.indexes) index.filled_below.emplace();
}

void put(storage::Trees& trees, const KeyBytes& key, const ItemRef& item) {
  if (trees.items.put(key, item)) trees.size_bytes += item->size_bytes();
}

// What a change is from, to a table that holds what it held then.
storage::ItemChange change_to(const storage::Table& table, KeyBytes key, ItemRef after)
    STATOR_REQUIRES_SHARED(table.mutex()) {
  const ItemRef* const found = table.trees().items.find(key);
  return {std::move(key), found == nullptr ? ItemRef() : *found, std::move(after)};
}

storage::StreamLog::Copy copy_of(const StreamState& state) {
  storage::StreamLog::Copy copy;
  copy.last_number = state.last_number;
  copy.closed = state.closed;
  for (const ShardRecord& shard : state.shards) {
    if (shard.lane >= storage::StreamLog::kLanes) throw FormatFault("a stream of too many lanes");
    copy.shards.push_back({shard.lane,
                           {shard.id, shard.parent_id, shard.first_number, shard.last_number},
                           shard.opened,
                           shard.closed,
                           shard.trimmed_number,
                           {}});
  }
  return copy;
}

}  // namespace

void Replay::read(std::string_view record, Position position) {
  Decoder in(record);
  const auto type = static_cast<RecordType>(in.byte());
  if (type != RecordType::kBackupItems) finish_backup();
  has_snapshot_end_ = type == RecordType::kEnd;
  switch (type) {
    case RecordType::kMark: return;
    case RecordType::kChanges: return read_changes(in, position);
    case RecordType::kTable: return read_table(decode<TableRecord>(in), position);
    case RecordType::kItems: return read_items(in);
    case RecordType::kTableGone: return read_table_gone(decode<std::uint64_t>(in));
    case RecordType::kStreamClosed: return read_stream_closed(decode<StreamName>(in));
    case RecordType::kGlobalTable: return read_global_table(decode<GlobalTableRecord>(in));
    case RecordType::kBackup: return read_backup(decode<BackupRecord>(in));
    case RecordType::kBackupGone: {
      const auto name = decode<BackupName>(in);
      engine_.backups.remove(name.name_space, name.arn);
      return;
    }
    case RecordType::kReset: return read_reset(decode<std::vector<std::uint64_t>>(in));
    case RecordType::kRestore: return read_restore(decode<RestoreRecord>(in), position);
    case RecordType::kStream: return read_stream(decode<StreamState>(in));
    case RecordType::kStreamRecords: return read_stream_records(in);
    case RecordType::kBackupImage: return read_backup_image(decode<BackupImage>(in));
    case RecordType::kBackupItems: return read_backup_items(in);
    case RecordType::kOnTheWay: return read_on_the_way(in);
    case RecordType::kToken: return read_token(decode<TokenRecord>(in));
    case RecordType::kEnd: return read_end(decode<SnapshotEnd>(in));
  }
  throw FormatFault("a record of unknown type");
}

Replay::Known* Replay::find(std::uint64_t number) {
  const auto found = tables_.find(number);
  return found == tables_.end() ? nullptr : &found->second;
}

bool Replay::is_gone(std::uint64_t number) const {
  return !tables_.contains(number) && (number <= known_to_ || gone_.contains(number));
}

storage::Table& Replay::table_of(Known& known) {
  if (known.table) return *known.table;
  leave_indexes_for_later(known.contents);
  known.table = std::make_shared<storage::Table>(std::exchange(known.contents, {}),
                                                 known.record.settings);
  known.table->set_journal_name({known.record.number, known.record.name_space});
  return *known.table;
}

// --- Tables and their items -------------------------------------------------------------------

void Replay::read_table(TableRecord record, Position position) {
  record.number += restore_.last_table_number;
  if (is_gone(record.number)) return;
  last_table_number_ = std::max(last_table_number_, record.number);
  Known* const before = find(record.number);
  if (before != nullptr && position != 0 && position <= before->record.as_of) return;
  Known& known = before != nullptr ? *before : tables_[record.number];
  if (before == nullptr) {
    known.contents.schema = std::make_shared<TableSchema>(record.schema);
    known.record = record;
  } else {
    change(known, record);
  }
  // Streams of a snapshot follow as they were.
  if (record.is_listed && record.as_of == 0) {
    follow_stream(known, record);
    list(known);
  }
  known.record.recovery = record.recovery;
  known.is_listed = record.is_listed;
}

void Replay::change(Known& known, const TableRecord& record) {
  storage::Table& table = table_of(known);
  const WriteLock lock(table.mutex());
  table.change_indexes(std::make_shared<TableSchema>(record.schema));
  table.settings() = record.settings;
}

// A table of the same name was deleted, although that was not written down any more.
void Replay::list(Known& known) {
  table_of(known);
  storage::Database& database = engine_.namespaces.at(known.record.name_space);
  const auto there = database.find(known.table->name());
  if (there == known.table) return;
  if (there) database.remove(*there);
  database.add(known.table);
  join_group(known);
}

void Replay::read_items(Decoder& in) {
  Known* const known = find(restore_.last_table_number + decode<std::uint64_t>(in));
  if (known == nullptr || known->table) throw FormatFault("items of no table");
  const KeySchema& key = known->contents.schema->key;
  while (!in.empty()) {
    const ItemRef item = storage::decode_item(in);
    put(known->contents, table_key(item->attributes(), key), item);
    ++items_;
  }
}

void Replay::read_changes(Decoder& in, Position position) {
  storage::ChangeContext context;
  context.now = decode<Timestamp>(in);
  context.origin = decode<storage::ChangeOrigin>(in);
  for (std::uint64_t left = in.number(); left > 0; --left) change_item(in, context, position);
  if (in.empty()) return;
  auto token = decode<std::string>(in);
  auto fingerprint = decode<std::string>(in);
  engine_.tokens.restore({std::move(token), std::move(fingerprint),
                          decode<std::vector<std::size_t>>(in), context.now});
}

// Of a table that is not known any more, a change means nothing: it was deleted at the same time.
void Replay::change_item(Decoder& in, const storage::ChangeContext& context, Position position) {
  Known* const known = find(in.number());
  const bool is_put = decode<bool>(in);
  ItemRef after;
  KeyBytes key;
  if (is_put) {
    after = storage::decode_item(in);
  } else {
    key = decode<std::string>(in);
  }
  if (known == nullptr || position <= known->record.as_of) return;
  // A replica that nobody finds yet gets changes already, and its stream sees them.
  if (!known->is_listed) follow_stream(*known, known->record);
  storage::Table& table = table_of(*known);
  if (is_put) key = table_key(after->attributes(), table.key());
  const WriteLock lock(table.mutex());
  table.apply(change_to(table, std::move(key), std::move(after)), context);
}

void Replay::read_table_gone(std::uint64_t number) {
  gone_.insert(number);
  Known* const known = find(number);
  if (known == nullptr) return;
  if (known->table) engine_.namespaces.at(known->record.name_space).remove(*known->table);
  tables_.erase(number);
}

void Replay::read_reset(const std::vector<std::uint64_t>& tables) {
  for (const std::uint64_t number : tables) read_table_gone(number);
  engine_.streams.clear();
  engine_.global_tables->clear();
  engine_.backups.clear();
  engine_.tokens.clear();
}

// Nobody was making a table meanwhile, so that all numbers until then are of tables that are gone.
void Replay::read_restore(RestoreRecord record, Position position) {
  std::vector<std::uint64_t> all;
  for (const auto& [number, known] : tables_) all.push_back(number);
  read_reset(all);
  gone_.clear();
  items_ = 0;
  restored_streams_ = 0;
  const std::uint64_t file = record.file;
  restore_ = std::move(record);
  known_to_ = 0;  // those of the file are to come
  read_file_(file, position, *this);
  restore_ = {};
}

// --- Streams ----------------------------------------------------------------------------------

// The stream of the table is the one of the record from now on, which may be none.
void Replay::follow_stream(Known& known, const TableRecord& record) {
  if (known.stream && (!record.stream || record.stream->arn != known.stream->arn)) {
    storage::Table& table = table_of(known);
    const WriteLock lock(table.mutex());
    table.detach(*known.stream->log);
    known.stream->log->close(record.at);
    known.stream = nullptr;
  }
  if (!record.stream || known.stream) return;
  auto stream = std::make_shared<Stream>(*record.stream);
  stream->log = std::make_shared<storage::StreamLog>(stream->view_type, stream->requested,
                                                     stream->seed);
  // It may be in the snapshot already, closed.
  if (!engine_.streams.add(stream)) return;
  storage::Table& table = table_of(known);
  const WriteLock lock(table.mutex());
  table.attach(stream->log);
  known.stream = std::move(stream);
}

void Replay::read_stream_closed(const StreamName& name) {
  const StreamRef stream = engine_.streams.find(name.name_space, name.arn, name.closed);
  if (stream && stream->is_enabled()) stream->log->close(name.closed);
}

void Replay::read_stream(StreamState state) {
  auto stream = std::make_shared<Stream>(std::move(state.stream));
  stream->log = std::make_shared<storage::StreamLog>(stream->view_type, stream->seed,
                                                     copy_of(state));
  engine_.streams.add(stream);
  if (state.table != 0) state.table += restore_.last_table_number;
  if (Known* const known = find(state.table)) {
    if (restored_streams_ < restore_.stream_numbers.size()) {
      stream->log->go_on_behind(restore_.stream_numbers[restored_streams_++]);
    }
    storage::Table& table = table_of(*known);
    const WriteLock lock(table.mutex());
    table.attach(stream->log);
    known->stream = stream;
  }
  stream_ = std::move(stream);
}

void Replay::read_stream_records(Decoder& in) {
  if (!stream_) throw FormatFault("records of no stream");
  const auto shard = decode<std::size_t>(in);
  while (!in.empty()) {
    storage::StreamRecord record;
    record.number = in.number();
    record.created = decode<Timestamp>(in);
    record.event = decode<storage::StreamEvent>(in);
    record.origin = decode<storage::ChangeOrigin>(in);
    if (decode<bool>(in)) record.old_image = storage::decode_item(in);
    if (decode<bool>(in)) record.new_image = storage::decode_item(in);
    stream_->log->restore(shard, std::move(record));
  }
}

// --- Global tables ----------------------------------------------------------------------------

void Replay::read_global_table(GlobalTableRecord record) {
  const auto before = engine_.global_tables->find(record.scope, record.table.name);
  GlobalTable& table = record.table;
  if (before && before->group) {
    table.group = before->group;
  } else if (has_regional_tables(engine_)) {
    table.group =
        std::make_shared<ReplicationGroup>(engine_, table.version, table.consistency);
  }
  const std::string name = table.name;
  if (table.group) {
    for (const auto& [region, member] : table.group->tables()) {
      if (table.find(region) == nullptr) table.group->leave(region);
    }
  }
  engine_.global_tables->restore(record.scope, std::move(table));
  for (auto& [number, known] : tables_) {
    if (known.table && known.is_listed && known.table->name() == name) join_group(known);
  }
}

// A table is a replica by its name and by the region that its ARN says.
void Replay::join_group(Known& known) {
  const std::string& space = known.record.name_space;
  const bool has_key = engine_.namespace_mode == NamespaceMode::kAccountRegion;
  const std::string scope = has_key ? space.substr(0, space.find('/')) : std::string();
  const std::string region = has_key ? space.substr(space.find('/') + 1) : space;
  const auto global = engine_.global_tables->find(scope, known.table->name());
  if (!global || !global->group || global->find(region) == nullptr) return;
  const WriteLock lock(known.table->mutex());
  if (!global->group->has(region)) global->group->join(region, known.table);
}

void Replay::read_on_the_way(Decoder& in) {
  const auto scope = decode<std::string>(in);
  const auto global = engine_.global_tables->find(scope, decode<std::string>(in));
  while (!in.empty()) {
    const auto region = decode<std::string>(in);
    storage::ItemChange change;
    change.key = decode<std::string>(in);
    if (decode<bool>(in)) change.after = storage::decode_item(in);
    const storage::ChangeContext context{decode<Timestamp>(in)};
    if (global && global->group) global->group->note(region, change, context);
  }
}

// --- Backups, tokens, the end -----------------------------------------------------------------

void Replay::read_backup(BackupRecord record) {
  Known* const known = find(record.table);
  // What is there already comes from the snapshot.
  if (known == nullptr || engine_.backups.find(record.name_space, record.backup.arn)) return;
  const storage::Table& table = table_of(*known);
  {
    const ReadLock lock(table.mutex());
    record.backup.image = {table.trees(), table.settings(), record.table};
  }
  engine_.backups.add(record.name_space, make_backup_ref(engine_, std::move(record.backup)));
}

void Replay::read_backup_image(BackupImage image) {
  if (image.table != 0) image.table += restore_.last_table_number;
  backup_contents_ = {};
  backup_contents_.schema = std::make_shared<TableSchema>(image.schema);
  backup_ = std::move(image);
}

void Replay::read_backup_items(Decoder& in) {
  if (!backup_) throw FormatFault("items of no backup");
  Known* const known = find(backup_->table);
  const KeySchema& schema = backup_contents_.schema->key;
  while (!in.empty()) {
    if (decode<bool>(in)) {
      const ItemRef item = storage::decode_item(in);
      put(backup_contents_, table_key(item->attributes(), schema), item);
      continue;
    }
    const auto key = decode<std::string>(in);
    if (known == nullptr) throw FormatFault("an item of no table");
    storage::Table& table = table_of(*known);
    const ReadLock lock(table.mutex());
    const ItemRef* const item = table.trees().items.find(key);
    if (item == nullptr) throw FormatFault("an item that its table does not have");
    put(backup_contents_, key, *item);
  }
}

void Replay::finish_backup() {
  if (!backup_) return;
  leave_indexes_for_later(backup_contents_);
  backup_->backup.image = {std::exchange(backup_contents_, {}), std::move(backup_->settings),
                           backup_->table};
  engine_.backups.add(backup_->name_space, make_backup_ref(engine_, std::move(backup_->backup)));
  backup_.reset();
}

void Replay::read_token(TokenRecord record) {
  engine_.tokens.restore({std::move(record.token), std::move(record.fingerprint),
                          std::move(record.image_bytes), record.completed});
}

void Replay::read_end(const SnapshotEnd& end) {
  if (end.tables != tables_.size() || end.items != items_) {
    throw FormatFault("fewer tables or items than there were");
  }
  known_to_ = restore_.last_table_number + end.last_table_number;
  last_table_number_ = std::max(last_table_number_, known_to_);
  for (auto& [number, known] : tables_) list(known);
}

}  // namespace stator::engine

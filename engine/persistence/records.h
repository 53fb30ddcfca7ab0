// The records of a journal: a byte that says which, and what codec.h makes of a struct.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/backup_catalogue.h"
#include "engine/global_tables.h"
#include "engine/streams.h"
#include "model/clock.h"
#include "model/schema.h"
#include "model/table_settings.h"
#include "storage/change_observer.h"
#include "storage/journal/frame.h"
#include "storage/journal/model_members.h"
#include "storage/stream_log.h"

namespace stator::engine {

// The numbers are in files: they never change, and a new type gets a new one.
enum class RecordType : std::uint8_t {
  kMark = 1,         // Position: everything before it is on the disk
  kChanges = 2,      // commit.h: the items that one commit changed
  kTable = 3,        // TableRecord
  kItems = 4,        // number of a table , { item }: contents, in order of their keys
  kTableGone = 5,    // number of a table
  kStreamClosed = 6, // StreamName: of a table that was deleted
  kGlobalTable = 7,  // GlobalTableRecord
  kBackup = 8,       // BackupRecord: the table as it is at this place
  kBackupGone = 9,   // BackupName
  kReset = 10,       // the numbers of the tables that there were
  kRestore = 11,     // RestoreRecord: the contents of a file take the place of everything

  // In snapshots only.
  kStream = 20,         // StreamRecordOf: a stream, which its table has unless it was closed
  kStreamRecords = 21,  // position of a shard in the stream before , { record }
  kBackupImage = 22,    // BackupImage, its items follow as { kBackupItems }
  kBackupItems = 23,    // { 0 , key: the item of the table of that key | 1 , item }
  kOnTheWay = 24,       // ReplicatedChanges
  kToken = 25,          // TokenRecord
  kEnd = 26,            // SnapshotEnd
};

// A table as it is defined from here on.
struct TableRecord {
  std::uint64_t number = 0;
  std::string name_space;
  // False while the contents of a new table follow: nobody finds it yet.
  bool is_listed = true;
  TableSchema schema;
  TableSettings settings;
  std::optional<Stream> stream;               // while it is enabled
  std::optional<std::chrono::days> recovery;  // the period, while it is enabled
  Timestamp at{};
  storage::Position as_of = 0;  // in snapshots, and never 0: later records are not in the contents
};

struct StreamName {
  std::string name_space;
  std::string arn;
  Timestamp closed{};
};

struct GlobalTableRecord {
  std::string scope;
  GlobalTable table;  // without replicas: it is none any more
};

struct BackupRecord {
  std::string name_space;
  std::uint64_t table = 0;
  Backup backup;
};

struct BackupName {
  std::string name_space;
  std::string arn;
};

struct ShardRecord {
  std::size_t lane = 0;
  std::string id;
  std::string parent_id;
  std::uint64_t first_number = 0;
  std::optional<std::uint64_t> last_number;
  Timestamp opened{};
  Timestamp closed{};
  std::uint64_t trimmed_number = 0;
};

struct StreamState {
  std::uint64_t table = 0;  // that it is attached to; 0: none, it is closed
  Stream stream;
  std::uint64_t last_number = 0;
  std::optional<Timestamp> closed;
  std::vector<ShardRecord> shards;
};

struct BackupImage {
  std::string name_space;
  std::uint64_t table = 0;
  Backup backup;
  TableSchema schema;
  TableSettings settings;
};

struct TokenRecord {
  std::string token;
  std::string fingerprint;
  std::vector<std::size_t> image_bytes;
  Timestamp completed{};
};

// What a restore put in the place of everything.
struct RestoreRecord {
  std::uint64_t file = 0;               // a snapshot whose tables have the numbers 1, 2, ...
  std::uint64_t last_table_number = 0;  // until then: those of the file follow
  // Up to which the streams of the tables in the file, in its order, had given numbers.
  std::vector<std::uint64_t> stream_numbers;
};

// Counts that a snapshot must come to.
struct SnapshotEnd {
  std::uint64_t tables = 0;
  std::uint64_t items = 0;
  std::uint64_t last_table_number = 0;
};

inline std::string begin_record(RecordType type) {
  return std::string(1, static_cast<char>(type));
}

template <class T>
std::string make_record(RecordType type, const T& contents) {
  std::string record = begin_record(type);
  storage::encode(record, contents);
  return record;
}

}  // namespace stator::engine

namespace stator::storage {

// Replication groups and logs are made anew, the images of backups are in records of their own.
template <>
inline constexpr bool kIsMadeAnew<std::shared_ptr<engine::ReplicationGroup>> = true;
template <>
inline constexpr bool kIsMadeAnew<std::shared_ptr<StreamLog>> = true;
template <>
inline constexpr bool kIsMadeAnew<engine::TableImage> = true;

STATOR_MEMBERS(engine::Stream, name_space, arn, label, region, table_name, key, view_type,
               requested, seed, log);
STATOR_MEMBERS(engine::ReplicaIndex, name, read_capacity_units, max_read_request_units);
STATOR_MEMBERS(engine::ReplicaOverrides, kms_key_id, read_capacity_units, max_read_request_units,
               table_class, indexes);
STATOR_MEMBERS(engine::Replica, region, status, settled, overrides, table_class_changed,
               last_sourced);
STATOR_MEMBERS(engine::GlobalTable, revision, name, arn, version, consistency, created, replicas,
               witness_region, group);
STATOR_MEMBERS(engine::Backup, arn, name, type, created, expiry, image);

STATOR_MEMBERS(engine::TableRecord, number, name_space, is_listed, schema, settings, stream,
               recovery, at, as_of);
STATOR_MEMBERS(engine::StreamName, name_space, arn, closed);
STATOR_MEMBERS(engine::GlobalTableRecord, scope, table);
STATOR_MEMBERS(engine::BackupRecord, name_space, table, backup);
STATOR_MEMBERS(engine::BackupName, name_space, arn);
STATOR_MEMBERS(engine::ShardRecord, lane, id, parent_id, first_number, last_number, opened, closed,
               trimmed_number);
STATOR_MEMBERS(engine::StreamState, table, stream, last_number, closed, shards);
STATOR_MEMBERS(engine::BackupImage, name_space, table, backup, schema, settings);
STATOR_MEMBERS(engine::TokenRecord, token, fingerprint, image_bytes, completed);
STATOR_MEMBERS(engine::RestoreRecord, file, last_table_number, stream_numbers);
STATOR_MEMBERS(engine::SnapshotEnd, tables, items, last_table_number);

}  // namespace stator::storage

// Everything a running server holds: the tables, the meter's sums, the memory of idempotency
// tokens, the streams, and the injected time and chance.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/background.h"
#include "engine/backup_catalogue.h"
#include "engine/bulk_job.h"
#include "engine/export_job.h"
#include "engine/gate.h"
#include "engine/idempotency.h"
#include "engine/import_job.h"
#include "engine/kinesis.h"
#include "engine/ledger.h"
#include "engine/object_store.h"
#include "engine/recovery_registry.h"
#include "engine/streams.h"
#include "engine/time_to_live.h"
#include "model/clock.h"
#include "model/entropy.h"
#include "model/limits.h"
#include "storage/namespaces.h"
#include "storage/reclaim.h"

namespace stator::engine {

class GlobalTables;
class Journal;
class NamedSnapshots;

// Whose call it is. ARNs and the texts of limits name region and account; which tables there are
// depends on the namespace mode. Views are valid during the call.
struct Caller {
  std::string_view region;
  std::string_view account_id;
  std::string_view access_key = {};
};

// What decides which tables a caller sees.
enum class NamespaceMode : std::uint8_t {
  kShared,         // everybody sees the same tables
  kRegion,         // each region has its own
  kAccountRegion,  // each access key has its own in each region
};

// How long the states last that the service passes through for seconds or minutes.
struct StateDurations {
  std::chrono::milliseconds creation{0};     // CREATING of tables and replicas
  std::chrono::milliseconds update{0};       // UPDATING of tables
  std::chrono::milliseconds deletion{0};     // DELETING of tables
  std::chrono::milliseconds index{0};        // CREATING and DELETING of indexes
  std::chrono::milliseconds replication{0};  // until other replicas have a change

  void set_table(std::chrono::milliseconds each) { creation = update = deletion = each; }
};

// Thread safety: each member is safe to use from any thread; `namespace_mode`, `durations` and
// `collection_bytes_max` are set before the first call.
struct Engine {
  Engine(const Clock& the_clock, Entropy& the_entropy);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const Clock& clock;
  Entropy& entropy;
  NamespaceMode namespace_mode = NamespaceMode::kShared;
  StateDurations durations;
  std::uint64_t collection_bytes_max = limits::kItemCollectionBytesMax;  // tests have less
  Gate gate;  // closed by `reset` and `snapshots`
  storage::Namespaces namespaces;
  MeterLedger ledger;
  IdempotencyTokens tokens;
  Streams streams;
  Kinesis kinesis;
  TimeToLive time_to_live;
  storage::Reclaimer reclaimer;
  const std::unique_ptr<GlobalTables> global_tables;
  BackupCatalogue backups;  // after the reclaimer, which frees them; so the next two
  RecoveryRegistry recovery;
  const std::unique_ptr<NamedSnapshots> snapshots;
  std::optional<ObjectStore> objects;  // set before the first call; what stands for S3
  Exports exports;
  Imports imports;
  BulkOperations bulk_operations;
  std::unique_ptr<Journal> journal;  // keeps everything on the disk; null: nothing does
  bool is_restoring = false;  // while a journal is read back, before the first call
  Background background;  // last: its tasks use all of the above

  // Forgets everything but the named snapshots: tables, backups, jobs, tokens, what was metered.
  // What takes long to free is freed in the background.
  void reset();

  // The tables that the caller sees.
  storage::Database& database_of(const Caller& caller);
};

// The name of the namespace that the caller's tables are in.
std::string namespace_of(NamespaceMode mode, const Caller& caller);

}  // namespace stator::engine

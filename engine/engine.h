// Everything a running server holds: the tables, the meter's sums, the memory of idempotency
// tokens, and the injected time and chance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/background.h"
#include "engine/backup_catalogue.h"
#include "engine/export_job.h"
#include "engine/idempotency.h"
#include "engine/import_job.h"
#include "engine/ledger.h"
#include "engine/object_store.h"
#include "engine/recovery_registry.h"
#include "model/clock.h"
#include "model/entropy.h"
#include "storage/namespaces.h"
#include "storage/reclaim.h"

namespace stator::engine {

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

// Thread safety: each member is safe to use from any thread; `namespace_mode` is set before the
// first call.
struct Engine {
  Engine(const Clock& the_clock, Entropy& the_entropy)
      : clock(the_clock), entropy(the_entropy), background(the_clock) {}

  const Clock& clock;
  Entropy& entropy;
  NamespaceMode namespace_mode = NamespaceMode::kShared;
  storage::Namespaces namespaces;
  MeterLedger ledger;
  IdempotencyTokens tokens;
  storage::Reclaimer reclaimer;
  BackupCatalogue backups;  // after the reclaimer, which frees them; so the next one
  RecoveryRegistry recovery;
  std::optional<ObjectStore> objects;  // set before the first call; what stands for S3
  Exports exports;
  Imports imports;
  Background background;  // last: its tasks use all of the above

  // Forgets everything: tables, backups, jobs, tokens, what was metered. What takes long to free
  // is freed in the background.
  void reset();

  // The tables that the caller sees.
  storage::Database& database_of(const Caller& caller);
};

// The name of the namespace that the caller's tables are in.
std::string namespace_of(NamespaceMode mode, const Caller& caller);

}  // namespace stator::engine

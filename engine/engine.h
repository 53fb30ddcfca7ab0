// Everything a running server holds: the tables, the meter's sums, the memory of idempotency
// tokens, and the injected time and chance.
#pragma once

#include "engine/idempotency.h"
#include "engine/ledger.h"
#include "model/clock.h"
#include "model/entropy.h"
#include "storage/database.h"
#include "storage/reclaim.h"

namespace stator::engine {

// Thread safety: each member is safe to use from any thread.
struct Engine {
  Engine(const Clock& the_clock, Entropy& the_entropy) : clock(the_clock), entropy(the_entropy) {}

  const Clock& clock;
  Entropy& entropy;
  storage::Database database;
  MeterLedger ledger;
  IdempotencyTokens tokens;
  storage::Reclaimer reclaimer;
};

}  // namespace stator::engine

// The sums of all metered facts since the start or the last reset, by label, operation, table and
// index, whether or not a request asked for its capacity.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/meter.h"
#include "model/mutex.h"

namespace stator::engine {

struct LedgerEntry {
  std::string label;
  std::string operation;
  std::string table_name;
  std::string index_name;  // empty: the table itself
  std::uint64_t requests = 0;
  std::uint64_t failures = 0;  // requests whose condition failed or whose transaction was cancelled
  Arm arm;
};

// Thread safety: all members from any thread. Recording takes one of several locks, by thread, so
// that workers do not wait for each other.
class MeterLedger {
 public:
  // Adds what one request used of one table.
  void record(std::string_view label, std::string_view operation, const TableMeter& meter);

  // All sums, sorted by label, operation, table and index.
  std::vector<LedgerEntry> entries() const;

  void reset();

 private:
  using Sums = std::unordered_map<std::string, LedgerEntry>;
  struct Shard {
    mutable Mutex mutex;
    Sums sums STATOR_GUARDED_BY(mutex);
    std::string key STATOR_GUARDED_BY(mutex);  // reused for look-ups
  };
  static LedgerEntry& entry(Shard& shard, std::string_view label, std::string_view operation,
                            std::string_view table, std::string_view index)
      STATOR_REQUIRES(shard.mutex);

  std::array<Shard, 16> shards_;
};

}  // namespace stator::engine

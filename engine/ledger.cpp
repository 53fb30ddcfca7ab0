#include "engine/ledger.h"

#include <algorithm>
#include <map>

#include "model/thread_shard.h"

namespace stator::engine {

namespace {

void add(LedgerEntry& sum, std::uint64_t requests, std::uint64_t failures, const Arm& arm) {
  sum.requests += requests;
  sum.failures += failures;
  sum.arm.read += arm.read;
  sum.arm.write += arm.write;
  sum.arm.failed_write += arm.failed_write;
  sum.arm.entries_written += arm.entries_written;
  sum.arm.vectors.searched += arm.vectors.searched;
  sum.arm.vectors.written += arm.vectors.written;
}

}  // namespace

LedgerEntry& MeterLedger::entry(Shard& shard, std::string_view label, std::string_view operation,
                                std::string_view table, std::string_view index) {
  // A separator that no label (an HTTP header), operation, table or index name can hold.
  shard.key.clear();
  for (std::string_view part : {label, operation, table, index}) shard.key.append(part) += '\n';
  auto [at, is_new] = shard.sums.try_emplace(shard.key);
  if (is_new) {
    at->second.label = label;
    at->second.operation = operation;
    at->second.table_name = table;
    at->second.index_name = index;
  }
  return at->second;
}

void MeterLedger::record(std::string_view label, std::string_view operation,
                         const TableMeter& meter) {
  Shard& shard = shards_[shard_of_thread(shards_.size())];
  const TableSchema& schema = meter.schema();
  MutexLock lock(shard.mutex);
  add(entry(shard, label, operation, schema.name, {}), 1, meter.failures(), meter.table());
  for (std::size_t i = 0; i < meter.indexes().size(); ++i) {
    const Arm& arm = meter.indexes()[i];
    if (arm.total() == 0 && arm.vectors.empty()) continue;
    add(entry(shard, label, operation, schema.name, schema.indexes[i].name), 1, 0, arm);
  }
}

std::vector<LedgerEntry> MeterLedger::entries() const {
  std::map<std::string, LedgerEntry> merged;
  for (const Shard& shard : shards_) {
    MutexLock lock(shard.mutex);
    for (const auto& [key, sum] : shard.sums) {
      auto [at, is_new] = merged.try_emplace(key, sum);
      if (!is_new) add(at->second, sum.requests, sum.failures, sum.arm);
    }
  }
  std::vector<LedgerEntry> all;
  all.reserve(merged.size());
  for (auto& [key, sum] : merged) all.push_back(std::move(sum));
  return all;
}

void MeterLedger::reset() {
  for (Shard& shard : shards_) {
    MutexLock lock(shard.mutex);
    shard.sums.clear();
  }
}

}  // namespace stator::engine

#include "engine/engine.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/global_tables.h"
#include "engine/persistence/definitions.h"
#include "engine/persistence/journal.h"
#include "engine/persistence/named_snapshots.h"

namespace stator::engine {

Engine::Engine(const Clock& the_clock, Entropy& the_entropy)
    : clock(the_clock),
      entropy(the_entropy),
      global_tables(std::make_unique<GlobalTables>()),
      snapshots(std::make_unique<NamedSnapshots>(*this)),
      background(the_clock, gate) {}

Engine::~Engine() = default;

std::string namespace_of(NamespaceMode mode, const Caller& caller) {
  switch (mode) {
    case NamespaceMode::kShared: return {};
    case NamespaceMode::kRegion: return std::string(caller.region);
    case NamespaceMode::kAccountRegion: break;
  }
  // Neither access keys nor regions hold a slash.
  return std::string(caller.access_key) + '/' + std::string(caller.region);
}

void Engine::reset() {
  const Gate::Closure alone(gate);
  std::vector<std::uint64_t> numbers;
  namespaces.for_each([&](const std::string&, storage::Database& database) {
    auto tables = database.replace({});
    // Only then: visiting ten thousand tables takes a hundred times as long as the rest of this.
    if (journal) {
      for (const auto& [name, table] : tables) numbers.push_back(table->journal_name().number);
    }
    if (!tables.empty()) reclaimer.drop(std::move(tables));
  });
  streams.clear();
  global_tables->clear();
  backups.clear();
  auto histories = recovery.clear();
  if (!histories.empty()) reclaimer.drop(std::move(histories));
  exports.clear();
  imports.clear();
  bulk_operations.clear();
  tokens.clear();
  ledger.reset();
  journal_reset(*this, numbers);
}

storage::Database& Engine::database_of(const Caller& caller) {
  if (namespace_mode == NamespaceMode::kShared) return namespaces.shared();
  return namespaces.at(namespace_of(namespace_mode, caller));
}

}  // namespace stator::engine

#include "engine/engine.h"

#include <utility>

namespace stator::engine {

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
  namespaces.for_each([this](const std::string&, storage::Database& database) {
    auto tables = database.clear();
    if (!tables.empty()) reclaimer.drop(std::move(tables));
  });
  backups.clear();
  auto histories = recovery.clear();
  if (!histories.empty()) reclaimer.drop(std::move(histories));
  exports.clear();
  imports.clear();
  tokens.clear();
  ledger.reset();
}

storage::Database& Engine::database_of(const Caller& caller) {
  if (namespace_mode == NamespaceMode::kShared) return namespaces.shared();
  return namespaces.at(namespace_of(namespace_mode, caller));
}

}  // namespace stator::engine

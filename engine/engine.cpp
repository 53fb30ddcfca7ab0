#include "engine/engine.h"

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

storage::Database& Engine::database_of(const Caller& caller) {
  if (namespace_mode == NamespaceMode::kShared) return namespaces.shared();
  return namespaces.at(namespace_of(namespace_mode, caller));
}

}  // namespace stator::engine

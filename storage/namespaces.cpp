#include "storage/namespaces.h"

#include <utility>
#include <vector>

namespace stator::storage {

Namespaces::Namespaces() : shared_(at({})) {}

Database& Namespaces::at(std::string_view name) {
  {
    const ReadLock lock(mutex_);
    const auto found = databases_.find(name);
    if (found != databases_.end()) return *found->second;
  }
  const WriteLock lock(mutex_);
  auto& slot = databases_[std::string(name)];
  if (!slot) slot = std::make_unique<Database>(std::string(name));
  return *slot;
}

void Namespaces::for_each(
    const std::function<void(const std::string& name, Database&)>& visit) const {
  std::vector<std::pair<std::string, Database*>> all;
  {
    const ReadLock lock(mutex_);
    for (const auto& [name, database] : databases_) all.emplace_back(name, database.get());
  }
  for (const auto& [name, database] : all) visit(name, *database);
}

}  // namespace stator::storage

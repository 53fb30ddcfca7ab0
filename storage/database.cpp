#include "storage/database.h"

#include <utility>

namespace stator::storage {

std::shared_ptr<Table> Database::find(std::string_view name) const {
  const ReadLock lock(mutex_);
  const auto found = tables_.find(name);
  return found == tables_.end() ? nullptr : found->second;
}

bool Database::add(std::shared_ptr<Table> table) {
  const std::string& name = table->name();
  const WriteLock lock(mutex_);
  return tables_.try_emplace(name, std::move(table)).second;
}

std::shared_ptr<Table> Database::remove(std::string_view name) {
  const WriteLock lock(mutex_);
  const auto found = tables_.find(name);
  if (found == tables_.end()) return nullptr;
  std::shared_ptr<Table> table = std::move(found->second);
  tables_.erase(found);
  return table;
}

bool Database::remove(const Table& table) {
  const WriteLock lock(mutex_);
  const auto found = tables_.find(table.name());
  if (found == tables_.end() || found->second.get() != &table) return false;
  tables_.erase(found);  // frees nothing but a name: the caller holds the table
  return true;
}

std::vector<std::string> Database::names(std::string_view after, std::size_t limit) const {
  const ReadLock lock(mutex_);
  std::vector<std::string> names;
  for (auto next = tables_.upper_bound(after); next != tables_.end(); ++next) {
    if (names.size() == limit) break;
    names.push_back(next->first);
  }
  return names;
}

std::size_t Database::size() const {
  const ReadLock lock(mutex_);
  return tables_.size();
}

std::vector<std::shared_ptr<Table>> Database::tables() const {
  const ReadLock lock(mutex_);
  std::vector<std::shared_ptr<Table>> all;
  all.reserve(tables_.size());
  for (const auto& [name, table] : tables_) all.push_back(table);
  return all;
}

Database::Tables Database::replace(Tables tables) {
  const WriteLock lock(mutex_);
  tables_.swap(tables);
  return tables;
}

}  // namespace stator::storage

#include "engine/backup_catalogue.h"

#include <utility>

namespace stator::engine {

void BackupCatalogue::add(std::string_view space, BackupRef backup) {
  const MutexLock lock(mutex_);
  std::string arn = backup->arn;
  if (added) added(space, *backup);
  shelves_[std::string(space)].emplace(std::move(arn), std::move(backup));
}

void BackupCatalogue::restore(const std::string& space, BackupRef backup) {
  const MutexLock lock(mutex_);
  std::string arn = backup->arn;
  shelves_[space].insert_or_assign(std::move(arn), std::move(backup));
}

BackupRef BackupCatalogue::find(std::string_view space, std::string_view arn) const {
  const MutexLock lock(mutex_);
  const auto shelf = shelves_.find(space);
  if (shelf == shelves_.end()) return nullptr;
  const auto at = shelf->second.find(arn);
  return at == shelf->second.end() ? nullptr : at->second;
}

BackupRef BackupCatalogue::remove(std::string_view space, std::string_view arn) {
  const MutexLock lock(mutex_);
  const auto shelf = shelves_.find(space);
  if (shelf == shelves_.end()) return nullptr;
  const auto at = shelf->second.find(arn);
  if (at == shelf->second.end()) return nullptr;
  BackupRef taken = std::move(at->second);
  shelf->second.erase(at);
  if (removed) removed(space, *taken);
  return taken;
}

std::vector<std::pair<std::string, BackupRef>> BackupCatalogue::all() const {
  std::vector<std::pair<std::string, BackupRef>> all;
  const MutexLock lock(mutex_);
  for (const auto& [space, shelf] : shelves_) {
    for (const auto& [arn, backup] : shelf) all.emplace_back(space, backup);
  }
  return all;
}

void BackupCatalogue::clear() {
  std::map<std::string, Shelf, std::less<>> dropped;  // freed outside the lock
  const MutexLock lock(mutex_);
  dropped.swap(shelves_);
}

std::vector<BackupRef> BackupCatalogue::list(
    std::string_view space, std::string_view after, std::size_t limit,
    const std::function<bool(const Backup&)>& wanted) const {
  const MutexLock lock(mutex_);
  std::vector<BackupRef> found;
  const auto shelf = shelves_.find(space);
  if (shelf == shelves_.end()) return found;
  for (auto at = shelf->second.upper_bound(after);
       at != shelf->second.end() && found.size() < limit; ++at) {
    if (wanted(*at->second)) found.push_back(at->second);
  }
  return found;
}

}  // namespace stator::engine

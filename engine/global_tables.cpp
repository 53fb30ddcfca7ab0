#include "engine/global_tables.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stator::engine {
namespace {

// As of 2026, sorted.
constexpr std::array<std::string_view, 34> kRegions = {
    "af-south-1",     "ap-east-1",      "ap-east-2",      "ap-northeast-1", "ap-northeast-2",
    "ap-northeast-3", "ap-south-1",     "ap-south-2",     "ap-southeast-1", "ap-southeast-2",
    "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7",
    "ca-central-1",   "ca-west-1",      "eu-central-1",   "eu-central-2",   "eu-north-1",
    "eu-south-1",     "eu-south-2",     "eu-west-1",      "eu-west-2",      "eu-west-3",
    "il-central-1",   "me-central-1",   "me-south-1",     "mx-central-1",   "sa-east-1",
    "us-east-1",      "us-east-2",      "us-west-1",      "us-west-2"};

}  // namespace

Replica* GlobalTable::find(std::string_view region) {
  const auto at = std::find_if(replicas.begin(), replicas.end(),
                               [&](const Replica& each) { return each.region == region; });
  return at == replicas.end() ? nullptr : &*at;
}

const Replica* GlobalTable::find(std::string_view region) const {
  return const_cast<GlobalTable*>(this)->find(region);
}

std::optional<GlobalTable> GlobalTables::find(std::string_view scope,
                                              std::string_view name) const {
  const MutexLock lock(mutex_);
  const auto at = tables_.find(Key(scope, name));
  if (at == tables_.end()) return std::nullopt;
  return at->second;
}

void GlobalTables::clear() {
  std::map<Key, GlobalTable> dropped;  // freed outside the lock
  const MutexLock lock(mutex_);
  dropped.swap(tables_);
}

std::vector<std::pair<std::string, GlobalTable>> GlobalTables::all() const {
  std::vector<std::pair<std::string, GlobalTable>> all;
  const MutexLock lock(mutex_);
  for (const auto& [key, table] : tables_) all.emplace_back(key.first, table);
  return all;
}

void GlobalTables::restore(const std::string& scope, GlobalTable table) {
  Key key(scope, table.name);
  const MutexLock lock(mutex_);
  if (table.replicas.empty()) {
    tables_.erase(key);
  } else {
    tables_.insert_or_assign(std::move(key), std::move(table));
  }
}

bool GlobalTables::replace(std::string_view scope, const std::optional<GlobalTable>& before,
                           GlobalTable after) {
  Key key(scope, after.name);
  const MutexLock lock(mutex_);
  const auto at = tables_.find(key);
  const bool is_there = at != tables_.end();
  if (is_there != before.has_value()) return false;
  if (is_there && at->second.revision != before->revision) return false;
  ++after.revision;
  if (changed) changed(scope, after);
  if (!after.replicas.empty()) {
    tables_.insert_or_assign(std::move(key), std::move(after));
  } else if (is_there) {
    tables_.erase(at);
  }
  return true;
}

std::vector<GlobalTable> GlobalTables::list(std::string_view scope, std::string_view after,
                                            std::size_t limit, GlobalTableVersion version,
                                            std::optional<std::string_view> region) const {
  std::vector<GlobalTable> found;
  const MutexLock lock(mutex_);
  for (auto at = tables_.upper_bound(Key(scope, after)); at != tables_.end(); ++at) {
    if (at->first.first != scope || found.size() == limit) break;
    if (at->second.version != version) continue;
    if (region && at->second.find(*region) == nullptr) continue;
    found.push_back(at->second);
  }
  return found;
}

bool is_supported_region(std::string_view region) {
  return std::binary_search(kRegions.begin(), kRegions.end(), region);
}

std::string supported_regions() { return fmt::format("{}", fmt::join(kRegions, ", ")); }

}  // namespace stator::engine

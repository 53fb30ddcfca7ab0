// Which tables have point-in-time recovery.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/recovery_history.h"
#include "model/mutex.h"

namespace stator::engine {

// The histories of tables, by TableId.
//
// Thread safety: safe to use from any thread; a table may be locked meanwhile.
class RecoveryRegistry {
 public:
  // What the history of one table may take; set before the first call.
  std::size_t bytes_max = std::size_t{256} << 20;

  // The history, or nullptr.
  std::shared_ptr<RecoveryHistory> find(const std::string& table_id) const {
    const MutexLock lock(mutex_);
    const auto at = histories_.find(table_id);
    return at == histories_.end() ? nullptr : at->second;
  }

  // False, and nothing changed, when the table has one.
  bool add(const std::string& table_id, std::shared_ptr<RecoveryHistory> history) {
    const MutexLock lock(mutex_);
    return histories_.emplace(table_id, std::move(history)).second;
  }

  // Takes a history out; nullptr when there is none.
  std::shared_ptr<RecoveryHistory> remove(const std::string& table_id) {
    const MutexLock lock(mutex_);
    const auto at = histories_.find(table_id);
    if (at == histories_.end()) return nullptr;
    auto removed = std::move(at->second);
    histories_.erase(at);
    return removed;
  }

  // Takes all out.
  std::map<std::string, std::shared_ptr<RecoveryHistory>> clear() {
    const MutexLock lock(mutex_);
    return std::exchange(histories_, {});
  }

 private:
  mutable Mutex mutex_;
  std::map<std::string, std::shared_ptr<RecoveryHistory>> histories_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine

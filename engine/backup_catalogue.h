// Kept backups: what they hold, and who finds them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/clock.h"
#include "model/mutex.h"
#include "model/table_settings.h"
#include "storage/table.h"

namespace stator::engine {

// A table as it was at one moment. The trees share their nodes with the table, so that an image of
// any size is made at once and takes memory only as the table changes.
struct TableImage {
  storage::Trees trees;
  TableSettings settings;
  std::uint64_t table = 0;  // its number in the journal
};

enum class BackupType : std::uint8_t {
  kUser,
  kSystem,  // of a table that was deleted while it had point-in-time recovery
};

struct Backup {
  std::string arn;  // "<table ARN>/backup/<creation>-<8 hex digits>"
  std::string name;
  BackupType type = BackupType::kUser;
  Timestamp created{};
  std::optional<Timestamp> expiry;  // of system backups
  TableImage image;
};

using BackupRef = std::shared_ptr<const Backup>;

// Backups by namespace and ARN.
//
// Thread safety: safe to use from any thread.
// Ownership: shared with callers. Whoever removes a backup decides where it is freed.
class BackupCatalogue {
 public:
  // Called under the lock with every change; set before the first call, or not at all.
  std::function<void(std::string_view space, const Backup& backup)> added;
  std::function<void(std::string_view space, const Backup& backup)> removed;

  void add(std::string_view space, BackupRef backup);

  // One as it was, of which nobody is told.
  void restore(const std::string& space, BackupRef backup);

  // All of them, with their namespaces.
  std::vector<std::pair<std::string, BackupRef>> all() const;

  // The backup, or nullptr.
  BackupRef find(std::string_view space, std::string_view arn) const;
  BackupRef remove(std::string_view space, std::string_view arn);

  void clear();

  // Those of the namespace that `wanted` is true for, in the order of their ARNs, starting after
  // `after`, at most `limit`.
  std::vector<BackupRef> list(std::string_view space, std::string_view after, std::size_t limit,
                              const std::function<bool(const Backup&)>& wanted) const;

 private:
  using Shelf = std::map<std::string, BackupRef, std::less<>>;  // by ARN

  mutable Mutex mutex_;
  std::map<std::string, Shelf, std::less<>> shelves_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine

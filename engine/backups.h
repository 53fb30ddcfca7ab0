// On-demand backups: CreateBackup, DescribeBackup, ListBackups, DeleteBackup, and the system
// backups that deleted tables leave.
//
// A backup takes the same moment whatever the table's size, so that it is AVAILABLE when its
// answer, which says CREATING, arrives. It outlives its table.
//
// Errors: all functions throw Error, before anything has changed.
// Thread safety: all functions may be called from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backup_catalogue.h"
#include "engine/engine.h"
#include "model/clock.h"

namespace stator::engine {

// Which backups ListBackups lists. Absent members do not restrict.
struct BackupFilter {
  std::optional<std::string> table;           // name of the table
  std::optional<Timestamp> created_from;      // inclusive
  std::optional<Timestamp> created_before;    // exclusive
  std::optional<BackupType> type;
  std::string after_arn;                      // ExclusiveStartBackupArn
};

struct BackupPage {
  std::vector<BackupRef> backups;             // in the order of their ARNs
  std::optional<std::string> last_evaluated;  // absent on the last page
};

// TableNotFoundException: "Table not found: T".
BackupRef create_backup(Engine& engine, std::string_view table, std::string name,
                        const Caller& caller);

// ValidationException for what is no ARN of a backup, AccessDeniedException for one of another
// account, BackupNotFoundException.
BackupRef find_backup(Engine& engine, std::string_view arn, const Caller& caller);

BackupPage list_backups(Engine& engine, const BackupFilter& filter, std::size_t limit,
                        const Caller& caller);

// As find_backup; system backups cannot be deleted (ValidationException). Returns what was deleted;
// its trees are freed in the background once nobody holds it.
BackupRef delete_backup(Engine& engine, std::string_view arn, const Caller& caller);

// Keeps a table that has just been deleted for 35 days, as a system backup.
void keep_deleted_table(Engine& engine, const storage::Table& table, const Caller& caller);

// The last owner of a backup may be a request that describes it, and big trees take long to free:
// whoever lets go last hands them to the reclaimer.
BackupRef make_backup_ref(Engine& engine, Backup backup);

// Has a system backup forgotten when its time has come.
void expire_backup(Engine& engine, const std::string& space, const Backup& backup);

// The table, or TableNotFoundException: "Table not found: T", as backups, restores and exports say
// it; `named` is how the request named it.
std::shared_ptr<storage::Table> find_source_table(Engine& engine, std::string_view name,
                                                  std::string_view named, const Caller& caller);

}  // namespace stator::engine

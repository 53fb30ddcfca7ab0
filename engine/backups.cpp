#include "engine/backups.h"

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "engine/arn.h"
#include "engine/change_settings.h"
#include "engine/job_id.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/mutex.h"

namespace stator::engine {
namespace {

constexpr std::string_view kDeletedTableBackup = "$DeletedTableBackup";
constexpr std::string_view kSystemSuffix = "-00000000";

TableImage image_of(const storage::Table& table) STATOR_REQUIRES_SHARED(table.mutex()) {
  return {table.trees(), table.settings(), table.journal_name().number};
}

Error table_not_found(std::string_view name) {
  return Error(ErrorCode::kTableNotFound, fmt::format("Table not found: {}", name));
}

Error backup_not_found(std::string_view arn) {
  return Error(ErrorCode::kBackupNotFound, fmt::format("Backup not found: {}", arn));
}

// ARN of a backup = "arn:" , partition , ":dynamodb:" , region , ":" , account , ":table/" , name ,
//                   "/backup/" , id. The texts are measured (2026); the service looks at no region,
// but that there is one of that name.
void check_backup_arn(std::string_view arn, const Caller& caller) {
  const std::optional<Arn> parts = split_arn(arn);
  if (!parts) throw validation_error("Invalid Backup ARN");
  const std::string_view resource = parts->resource();
  const std::size_t kind = resource.find("/backup/");
  if (parts->start() != "arn" || !resource.starts_with("table/") ||
      kind == std::string_view::npos ||
      kind + std::string_view("/backup/").size() == resource.size()) {
    throw validation_error("Invalid Backup ARN");
  }
  if (!parts->partition().starts_with("aws") || parts->service() != "dynamodb") {
    throw validation_error("Invalid Request: BackupArn is not valid");
  }
  if (parts->account() != caller.account_id || parts->region().empty()) {
    throw Error(ErrorCode::kAccessDenied, "Access is denied");
  }
}

BackupRef keep(Engine& engine, Backup backup, const Caller& caller) {
  BackupRef kept = make_backup_ref(engine, std::move(backup));
  engine.backups.add(namespace_of(engine.namespace_mode, caller), kept);
  return kept;
}

}  // namespace

std::shared_ptr<storage::Table> find_source_table(Engine& engine, std::string_view name,
                                                  std::string_view named, const Caller& caller) {
  auto table = engine.database_of(caller).find(name);
  if (!table) throw table_not_found(named);
  return table;
}

BackupRef create_backup(Engine& engine, std::string_view table, std::string name,
                        const Caller& caller) {
  const auto source = find_source_table(engine, table, table, caller);
  if (read_settings(*source).status == TableStatus::kCreating) throw table_not_found(table);
  Backup backup;
  backup.name = std::move(name);
  // Nothing of the table changes until the backup is kept: so it has its place among the changes.
  const ReadLock lock(source->mutex());
  backup.image = image_of(*source);
  backup.created = engine.clock.now();
  backup.arn = fmt::format("{}/backup/{}", backup.image.settings.arn,
                           make_job_id(backup.created, engine.entropy));
  return keep(engine, std::move(backup), caller);
}

BackupRef find_backup(Engine& engine, std::string_view arn, const Caller& caller) {
  check_backup_arn(arn, caller);
  BackupRef backup = engine.backups.find(namespace_of(engine.namespace_mode, caller), arn);
  if (!backup) throw backup_not_found(arn);
  return backup;
}

BackupPage list_backups(Engine& engine, const BackupFilter& filter, std::size_t limit,
                        const Caller& caller) {
  if (filter.created_from && filter.created_before &&
      *filter.created_from > *filter.created_before) {
    throw invalid_parameter("Time range lower bound must be less than or equal to upper bound");
  }
  const auto wanted = [&](const Backup& backup) {
    return (!filter.table || backup.image.trees.schema->name == *filter.table) &&
           (!filter.type || backup.type == *filter.type) &&
           (!filter.created_from || backup.created >= *filter.created_from) &&
           (!filter.created_before || backup.created < *filter.created_before);
  };
  BackupPage page;
  page.backups = engine.backups.list(namespace_of(engine.namespace_mode, caller),
                                     filter.after_arn, limit + 1, wanted);
  if (page.backups.size() > limit) {
    page.backups.pop_back();
    page.last_evaluated = page.backups.back()->arn;
  }
  return page;
}

BackupRef delete_backup(Engine& engine, std::string_view arn, const Caller& caller) {
  const BackupRef backup = find_backup(engine, arn, caller);
  if (backup->type == BackupType::kSystem) {
    throw validation_error(
        fmt::format("Invalid Request: User is not allowed to delete the system backup with arn "
                    "{}. It will automatically expire on {}",
                    arn, iso_time(*backup->expiry)));
  }
  BackupRef removed = engine.backups.remove(namespace_of(engine.namespace_mode, caller), arn);
  if (!removed) throw backup_not_found(arn);  // another call was faster
  return removed;
}

void keep_deleted_table(Engine& engine, const storage::Table& table, const Caller& caller) {
  Backup backup;
  backup.type = BackupType::kSystem;
  backup.name = table.name() + std::string(kDeletedTableBackup);
  backup.created = engine.clock.now();
  backup.expiry = backup.created + std::chrono::days(limits::kRecoveryPeriodDaysMax);
  BackupRef kept;
  {
    const ReadLock lock(table.mutex());
    backup.image = image_of(table);
    backup.arn = fmt::format("{}/backup/{}{}", backup.image.settings.arn,
                             job_id_time(backup.created), kSystemSuffix);
    kept = keep(engine, std::move(backup), caller);
  }
  expire_backup(engine, namespace_of(engine.namespace_mode, caller), *kept);
}

BackupRef make_backup_ref(Engine& engine, Backup backup) {
  storage::Reclaimer& reclaimer = engine.reclaimer;
  return BackupRef(new Backup(std::move(backup)), [&reclaimer](Backup* garbage) {
    reclaimer.drop(std::unique_ptr<Backup>(garbage));
  });
}

void expire_backup(Engine& engine, const std::string& space, const Backup& backup) {
  if (!backup.expiry) return;
  engine.background.schedule(*backup.expiry, [&engine, arn = backup.arn, space] {
    engine.backups.remove(space, arn);
  });
}

}  // namespace stator::engine

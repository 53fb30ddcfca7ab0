#include "server/operations/list_backups.h"

#include "engine/backups.h"
#include "model/table_arn.h"
#include "server/operations/backup_json.h"

namespace stator::server {
namespace {

constexpr std::int32_t kLimitDefault = 100;

engine::BackupFilter to_filter(const wire::ListBackupsRequest& request) {
  engine::BackupFilter filter;
  if (request.table_name) filter.table = parse_table_name(*request.table_name).name;
  filter.created_from = request.time_range_lower_bound;
  filter.created_before = request.time_range_upper_bound;
  filter.after_arn = request.exclusive_start_backup_arn.value_or("");
  const std::string type = request.backup_type.value_or("USER");
  if (type == "USER") filter.type = engine::BackupType::kUser;
  if (type == "SYSTEM") filter.type = engine::BackupType::kSystem;
  return filter;
}

}  // namespace

// There is no AWS Backup here, so that no backup is ever of that type.
void ListBackups::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  engine::BackupPage page =
      engine::list_backups(context.engine, to_filter(request),
                           static_cast<std::size_t>(request.limit.value_or(kLimitDefault)),
                           context.caller);
  if (request.backup_type == "AWS_BACKUP") page = {};
  out.begin_object().key("BackupSummaries").begin_array();
  for (const auto& backup : page.backups) write_backup_summary(out, *backup);
  out.end_array();
  if (page.last_evaluated) out.member("LastEvaluatedBackupArn", *page.last_evaluated);
  out.end_object();
}

}  // namespace stator::server

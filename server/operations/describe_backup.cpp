#include "server/operations/describe_backup.h"

#include "engine/backups.h"
#include "server/operations/backup_json.h"

namespace stator::server {

void DescribeBackup::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto backup = engine::find_backup(context.engine, *request.backup_arn, context.caller);
  out.begin_object().key("BackupDescription");
  write_backup_description(out, *backup, "AVAILABLE");
  out.end_object();
}

}  // namespace stator::server

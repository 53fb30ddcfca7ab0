#include "server/operations/create_backup.h"

#include "engine/backups.h"
#include "model/table_arn.h"
#include "server/operations/backup_json.h"

namespace stator::server {

void CreateBackup::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto table = parse_table_name(*request.table_name).name;
  const auto backup =
      engine::create_backup(context.engine, table, *request.backup_name, context.caller);
  out.begin_object().key("BackupDetails");
  write_backup_details(out, *backup, "CREATING");
  out.end_object();
}

}  // namespace stator::server

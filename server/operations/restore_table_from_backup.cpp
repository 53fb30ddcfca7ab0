#include "server/operations/restore_table_from_backup.h"

#include "engine/table_lifecycle_restore.h"
#include "server/operations/restore_request.h"
#include "server/operations/table_json.h"

namespace stator::server {

void RestoreTableFromBackup::execute(Request& request, CallContext& context,
                                     wire::JsonWriter& out) {
  const auto table =
      engine::restore_table_from_backup(context.engine, *request.target_table_name,
                                        *request.backup_arn, to_overrides(request),
                                        context.caller);
  out.begin_object().key("TableDescription");
  write_table(out, table, TableView::kWhole);
  out.end_object();
}

}  // namespace stator::server

#include "server/operations/describe_global_table_settings.h"

#include "engine/legacy_global_tables.h"
#include "server/operations/global_table_json.h"

namespace stator::server {

void DescribeGlobalTableSettings::execute(Request& request, CallContext& context,
                                          wire::JsonWriter& out) {
  write_replica_settings(out, *request.global_table_name,
                         engine::describe_replica_tables(
                             context.engine, *request.global_table_name, context.caller));
}

}  // namespace stator::server

#include "server/operations/describe_global_table.h"

#include "engine/legacy_global_tables.h"
#include "server/operations/global_table_json.h"

namespace stator::server {

void DescribeGlobalTable::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  write_global_table(
      out,
      engine::find_global_table(context.engine, *request.global_table_name, context.caller),
      GlobalTableStatus::kActive);
}

}  // namespace stator::server

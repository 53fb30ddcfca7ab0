#include "server/operations/delete_table.h"

#include "engine/table_lifecycle.h"
#include "model/table_arn.h"
#include "server/operations/table_json.h"

namespace stator::server {

void DeleteTable::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto name = parse_table_name(*request.table_name).name;
  const auto table = engine::delete_table(context.engine, name, context.caller);
  out.begin_object().key("TableDescription");
  write_table(out, table, TableView::kDeleted);
  out.end_object();
}

}  // namespace stator::server

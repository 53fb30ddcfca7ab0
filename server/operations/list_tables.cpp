#include "server/operations/list_tables.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/table_lifecycle.h"
#include "model/limits.h"

namespace stator::server {

void ListTables::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  std::optional<std::string_view> start;
  if (request.exclusive_start_table_name) start = *request.exclusive_start_table_name;
  const auto limit = request.limit ? static_cast<std::size_t>(*request.limit)
                                   : limits::kListTablesLimitMax;
  const auto page = engine::list_tables(context.engine, start, limit, context.caller);
  out.begin_object().key("TableNames").begin_array();
  for (const auto& name : page.names) out.string(name);
  out.end_array();
  if (page.last_evaluated) out.member("LastEvaluatedTableName", *page.last_evaluated);
  out.end_object();
}

}  // namespace stator::server

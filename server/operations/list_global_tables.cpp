#include "server/operations/list_global_tables.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/legacy_global_tables.h"
#include "model/limits.h"

namespace stator::server {

void ListGlobalTables::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  std::optional<std::string_view> region;
  if (request.region_name) region = *request.region_name;
  const auto limit = request.limit ? static_cast<std::size_t>(*request.limit)
                                   : limits::kListTablesLimitMax;
  const auto page = engine::list_global_tables(
      context.engine, request.exclusive_start_global_table_name.value_or(std::string()), limit,
      region, context.caller);
  out.begin_object().key("GlobalTables").begin_array();
  for (const engine::GlobalTable& table : page.tables) {
    out.begin_object();
    out.member("GlobalTableName", table.name);
    out.key("ReplicationGroup").begin_array();
    for (const engine::Replica& replica : table.replicas) {
      out.begin_object();
      out.member("RegionName", replica.region);
      out.end_object();
    }
    out.end_array();
    out.end_object();
  }
  out.end_array();
  if (page.last_evaluated) out.member("LastEvaluatedGlobalTableName", *page.last_evaluated);
  out.end_object();
}

}  // namespace stator::server

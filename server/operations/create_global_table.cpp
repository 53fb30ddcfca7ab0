#include "server/operations/create_global_table.h"

#include "engine/legacy_global_tables.h"
#include "server/operations/global_table_json.h"

namespace stator::server {

void CreateGlobalTable::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  std::vector<std::string> regions;
  for (const auto& replica : *request.replication_group) {
    regions.push_back(replica.region_name.value_or(std::string()));
  }
  write_global_table(out,
                     engine::create_global_table(context.engine, *request.global_table_name,
                                                 regions, context.caller),
                     GlobalTableStatus::kCreating);
}

}  // namespace stator::server

#include "server/operations/describe_continuous_backups.h"

#include "engine/continuous_backups.h"
#include "model/table_arn.h"
#include "server/operations/continuous_backups_json.h"

namespace stator::server {

void DescribeContinuousBackups::execute(Request& request, CallContext& context,
                                        wire::JsonWriter& out) {
  const auto table = parse_table_name(*request.table_name).name;
  write_continuous_backups(
      out, engine::describe_continuous_backups(context.engine, table, context.caller));
}

}  // namespace stator::server

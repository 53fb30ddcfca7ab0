#include "server/operations/describe_table_replica_auto_scaling.h"

#include "model/table_arn.h"
#include "server/operations/auto_scaling_json.h"

namespace stator::server {

void DescribeTableReplicaAutoScaling::execute(Request& request, CallContext& context,
                                              wire::JsonWriter& out) {
  const auto name = parse_table_name(*request.table_name).name;
  write_auto_scaling(out, engine::describe_auto_scaling(context.engine, name, context.caller));
}

}  // namespace stator::server

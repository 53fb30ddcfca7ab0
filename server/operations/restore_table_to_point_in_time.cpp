#include "server/operations/restore_table_to_point_in_time.h"

#include "engine/continuous_backups.h"
#include "model/error.h"
#include "server/operations/restore_request.h"
#include "server/operations/table_json.h"

namespace stator::server {
namespace {

// The API's model says that this fails, but not in which words.
void check_no_warm_throughput(const wire::RestoreTableToPointInTimeRequest& request) {
  if (!request.global_secondary_index_override) return;
  for (const auto& index : *request.global_secondary_index_override) {
    if (index.warm_throughput) {
      throw validation_error(
          "Invalid Request: WarmThroughput is not supported in GlobalSecondaryIndexOverride");
    }
  }
}

}  // namespace

void RestoreTableToPointInTime::execute(Request& request, CallContext& context,
                                        wire::JsonWriter& out) {
  check_no_warm_throughput(request);
  engine::RecoveryPoint point;
  point.table_name = request.source_table_name;
  point.table_arn = request.source_table_arn;
  point.time = request.restore_date_time;
  point.use_latest = request.use_latest_restorable_time.value_or(false);
  const auto table = engine::restore_table_to_point_in_time(
      context.engine, point, *request.target_table_name, to_overrides(request), context.caller);
  out.begin_object().key("TableDescription");
  write_table(out, table, TableView::kWhole);
  out.end_object();
}

}  // namespace stator::server

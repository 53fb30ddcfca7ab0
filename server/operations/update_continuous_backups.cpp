#include "server/operations/update_continuous_backups.h"

#include <chrono>

#include "engine/continuous_backups.h"
#include "model/table_arn.h"
#include "server/operations/continuous_backups_json.h"

namespace stator::server {

void UpdateContinuousBackups::execute(Request& request, CallContext& context,
                                      wire::JsonWriter& out) {
  const auto table = parse_table_name(*request.table_name).name;
  const auto& wire = *request.point_in_time_recovery_specification;
  engine::RecoverySpecification specification;
  specification.is_enabled = *wire.point_in_time_recovery_enabled;
  if (wire.recovery_period_in_days) {
    specification.period = std::chrono::days(*wire.recovery_period_in_days);
  }
  write_continuous_backups(out, engine::update_continuous_backups(context.engine, table,
                                                                  specification, context.caller));
}

}  // namespace stator::server

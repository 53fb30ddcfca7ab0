#include "server/operations/update_contributor_insights.h"

#include <optional>

#include "server/operations/insights_json.h"

namespace stator::server {

void UpdateContributorInsights::execute(Request& request, CallContext& context,
                                        wire::JsonWriter& out) {
  const auto action = *request.contributor_insights_action == "ENABLE"
                          ? engine::InsightsAction::kEnable
                          : engine::InsightsAction::kDisable;
  std::optional<InsightsMode> mode;
  if (request.contributor_insights_mode) {
    mode = *request.contributor_insights_mode == "THROTTLED_KEYS"
               ? InsightsMode::kThrottledKeys
               : InsightsMode::kAccessedAndThrottledKeys;
  }
  const auto insights = engine::update_insights(
      context.engine, to_insights_target(*request.table_name, request.index_name), action, mode,
      context.caller);
  out.begin_object();
  write_insights(out, insights);
  out.end_object();
}

}  // namespace stator::server

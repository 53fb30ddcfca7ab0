#include "server/operations/describe_contributor_insights.h"

#include "server/operations/insights_json.h"

namespace stator::server {

void DescribeContributorInsights::execute(Request& request, CallContext& context,
                                          wire::JsonWriter& out) {
  const auto insights = engine::describe_insights(
      context.engine, to_insights_target(*request.table_name, request.index_name), context.caller);
  out.begin_object();
  write_insights(out, insights);
  if (!insights.rules.empty()) {
    out.key("ContributorInsightsRuleList").begin_array();
    for (const auto& rule : insights.rules) out.string(rule);
    out.end_array();
  }
  if (insights.last_update) out.member("LastUpdateDateTime", *insights.last_update);
  out.end_object();
}

}  // namespace stator::server

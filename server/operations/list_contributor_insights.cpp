#include "server/operations/list_contributor_insights.h"

#include <cstddef>
#include <optional>
#include <string>

#include "model/error.h"
#include "model/limits.h"
#include "model/table_arn.h"
#include "server/operations/insights_json.h"
#include "server/wire/base64.h"

namespace stator::server {
namespace {

// A token is the last table and index of the page before, with a line break between them, in
// base64. One that is none begins anew, as ListTagsOfResource's does on the service.
std::string token_of(const engine::InsightsTarget& target) {
  return wire::encode_base64(target.table + "\n" + target.index);
}

std::optional<engine::InsightsTarget> target_of(const std::optional<std::string>& token) {
  if (!token) return std::nullopt;
  try {
    const std::string text = wire::decode_base64(*token);
    const std::size_t end = text.find('\n');
    if (end == std::string::npos) return std::nullopt;
    return engine::InsightsTarget{text.substr(0, end), text.substr(end + 1)};
  } catch (const Error&) {
    return std::nullopt;
  }
}

// The model has no least number; one that asks for nothing gets a full page.
std::size_t limit_of(const std::optional<std::int32_t>& max_results) {
  return max_results.value_or(0) > 0 ? static_cast<std::size_t>(*max_results)
                                     : limits::kListContributorInsightsMax;
}

}  // namespace

void ListContributorInsights::execute(Request& request, CallContext& context,
                                      wire::JsonWriter& out) {
  std::optional<std::string> table;
  if (request.table_name) table = parse_table_name(*request.table_name).name;
  const auto page = engine::list_insights(context.engine, table, target_of(request.next_token),
                                          limit_of(request.max_results), context.caller);
  out.begin_object().key("ContributorInsightsSummaries").begin_array();
  for (const auto& insights : page.enabled) {
    out.begin_object();
    write_insights(out, insights);
    out.end_object();
  }
  out.end_array();
  if (page.last) out.member("NextToken", token_of(*page.last));
  out.end_object();
}

}  // namespace stator::server

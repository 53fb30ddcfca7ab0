#include "server/operations/insights_json.h"

#include "model/error.h"
#include "model/table_arn.h"

namespace stator::server {
namespace {

std::string_view spelling(engine::InsightsStatus status) {
  switch (status) {
    case engine::InsightsStatus::kEnabling:
      return "ENABLING";
    case engine::InsightsStatus::kEnabled:
      return "ENABLED";
    case engine::InsightsStatus::kDisabling:
      return "DISABLING";
    case engine::InsightsStatus::kDisabled:
      break;
  }
  return "DISABLED";
}

}  // namespace

std::string_view spelling(InsightsMode mode) {
  return mode == InsightsMode::kThrottledKeys ? "THROTTLED_KEYS" : "ACCESSED_AND_THROTTLED_KEYS";
}

void write_insights(wire::JsonWriter& out, const engine::InsightsDescription& insights) {
  out.member("TableName", insights.target.table);
  if (!insights.target.index.empty()) out.member("IndexName", insights.target.index);
  out.member("ContributorInsightsStatus", spelling(insights.status));
  if (insights.mode) out.member("ContributorInsightsMode", spelling(*insights.mode));
}

engine::InsightsTarget to_insights_target(const std::string& table_name,
                                          const std::optional<std::string>& index_name) {
  if (index_name && (index_name->size() < 3 || index_name->size() > 255)) {
    throw validation_error(
        "IndexName must be at least 3 characters long and at most 255 characters long");
  }
  return {parse_table_name(table_name).name, index_name.value_or(std::string())};
}

}  // namespace stator::server

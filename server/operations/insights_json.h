// The members that the answers of the contributor insights operations share.
#pragma once

#include <string_view>

#include "engine/contributor_insights.h"
#include "server/wire/json_writer.h"

namespace stator::server {

std::string_view spelling(InsightsMode mode);

// TableName, IndexName, ContributorInsightsStatus and ContributorInsightsMode, where they are
// there. An object must be open.
void write_insights(wire::JsonWriter& out, const engine::InsightsDescription& insights);

// The table or index of a request. `index` may be absent.
engine::InsightsTarget to_insights_target(const std::string& table_name,
                                          const std::optional<std::string>& index_name);

}  // namespace stator::server

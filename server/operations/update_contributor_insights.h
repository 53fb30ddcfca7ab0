// UpdateContributorInsights: counts the keys of a table or index, or stops.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/contributor_insights.h"

namespace stator::server {

struct UpdateContributorInsights {
  static constexpr std::string_view kName = "UpdateContributorInsights";
  using Request = wire::UpdateContributorInsightsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

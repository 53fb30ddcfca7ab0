// ListContributorInsights: what keys are counted of.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/contributor_insights.h"

namespace stator::server {

struct ListContributorInsights {
  static constexpr std::string_view kName = "ListContributorInsights";
  using Request = wire::ListContributorInsightsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

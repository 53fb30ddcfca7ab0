// DescribeContributorInsights: whether keys are counted.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/contributor_insights.h"

namespace stator::server {

struct DescribeContributorInsights {
  static constexpr std::string_view kName = "DescribeContributorInsights";
  using Request = wire::DescribeContributorInsightsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

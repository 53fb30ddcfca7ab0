// UpdateContributorInsights, DescribeContributorInsights, ListContributorInsights.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

// The order in which the service prints these is not known: the model's.
inline constexpr std::array<std::string_view, 2> kContributorInsightsActions{"ENABLE", "DISABLE"};
inline constexpr std::array<std::string_view, 2> kContributorInsightsModes{
    "THROTTLED_KEYS", "ACCESSED_AND_THROTTLED_KEYS"};

struct UpdateContributorInsightsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
  std::optional<std::string> contributor_insights_action;
  std::optional<std::string> contributor_insights_mode;

  static constexpr auto fields() {
    using R = UpdateContributorInsightsRequest;
    return std::array{
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::index_name>("IndexName"),  // checked in to_insights_target
        field<&R::contributor_insights_action>(
            "ContributorInsightsAction",
            {.required = true, .choices = kContributorInsightsActions}),
        field<&R::contributor_insights_mode>("ContributorInsightsMode",
                                             {.choices = kContributorInsightsModes}),
    };
  }
};

struct DescribeContributorInsightsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;

  static constexpr auto fields() {
    using R = DescribeContributorInsightsRequest;
    return std::array{
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::index_name>("IndexName"),  // checked in to_insights_target
    };
  }
};

struct ListContributorInsightsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> next_token;
  std::optional<std::int32_t> max_results;

  static constexpr auto fields() {
    using R = ListContributorInsightsRequest;
    return std::array{
        field<&R::table_name>("TableName", {.name = NameRule::kItemTable}),
        field<&R::next_token>("NextToken"),
        field<&R::max_results>("MaxResults", {.most = 100}),
    };
  }
};

}  // namespace stator::wire

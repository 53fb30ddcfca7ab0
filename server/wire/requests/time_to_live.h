// The requests of Time to Live: UpdateTimeToLive, DescribeTimeToLive.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct TimeToLiveSpecification {
  std::optional<bool> enabled;
  std::optional<std::string> attribute_name;

  static constexpr std::string_view kShapeName = "TimeToLiveSpecification";
  static constexpr auto fields() {
    using R = TimeToLiveSpecification;
    return std::array{
        field<&R::attribute_name>("AttributeName",
                                  {.required = true, .length_min = 1, .length_max = 255}),
        field<&R::enabled>("Enabled", kRequired),
    };
  }
};

struct UpdateTimeToLiveRequest {
  std::optional<std::string> table_name;
  std::optional<TimeToLiveSpecification> time_to_live_specification;

  static constexpr auto fields() {
    using R = UpdateTimeToLiveRequest;
    return std::array{
        field<&R::table_name>("TableName", kTableName),
        field<&R::time_to_live_specification>("TimeToLiveSpecification", kRequired),
    };
  }
};

struct DescribeTimeToLiveRequest {
  std::optional<std::string> table_name;

  static constexpr auto fields() {
    return std::array{field<&DescribeTimeToLiveRequest::table_name>("TableName", kTableName)};
  }
};

}  // namespace stator::wire

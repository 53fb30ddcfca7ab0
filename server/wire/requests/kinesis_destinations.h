// The requests of Kinesis streaming destinations.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

inline constexpr std::array<std::string_view, 2> kKinesisPrecisions{"MILLISECOND", "MICROSECOND"};
inline constexpr Constraint kKinesisStreamArn{
    .required = true, .length_min = 37, .length_max = 1024};

struct EnableKinesisStreamingConfiguration {
  std::optional<std::string> approximate_creation_date_time_precision;

  static constexpr std::string_view kShapeName = "EnableKinesisStreamingConfiguration";
  static constexpr auto fields() {
    using R = EnableKinesisStreamingConfiguration;
    return std::array{
        field<&R::approximate_creation_date_time_precision>("ApproximateCreationDateTimePrecision",
                                                            {.choices = kKinesisPrecisions}),
    };
  }
};

struct UpdateKinesisStreamingConfiguration {
  std::optional<std::string> approximate_creation_date_time_precision;

  static constexpr std::string_view kShapeName = "UpdateKinesisStreamingConfiguration";
  static constexpr auto fields() {
    using R = UpdateKinesisStreamingConfiguration;
    return std::array{
        field<&R::approximate_creation_date_time_precision>("ApproximateCreationDateTimePrecision",
                                                            {.choices = kKinesisPrecisions}),
    };
  }
};

// Of EnableKinesisStreamingDestination and DisableKinesisStreamingDestination, which does nothing
// with the configuration.
struct EnableKinesisStreamingDestinationRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> stream_arn;
  std::optional<EnableKinesisStreamingConfiguration> configuration;

  static constexpr auto fields() {
    using R = EnableKinesisStreamingDestinationRequest;
    return std::array{
        field<&R::table_name>("TableName", kTableName),
        field<&R::stream_arn>("StreamArn", kKinesisStreamArn),
        field<&R::configuration>("EnableKinesisStreamingConfiguration"),
    };
  }
};
using DisableKinesisStreamingDestinationRequest = EnableKinesisStreamingDestinationRequest;

struct UpdateKinesisStreamingDestinationRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> stream_arn;
  std::optional<UpdateKinesisStreamingConfiguration> configuration;

  static constexpr auto fields() {
    using R = UpdateKinesisStreamingDestinationRequest;
    return std::array{
        field<&R::table_name>("TableName", kTableName),
        field<&R::stream_arn>("StreamArn", kKinesisStreamArn),
        field<&R::configuration>("UpdateKinesisStreamingConfiguration"),
    };
  }
};

struct DescribeKinesisStreamingDestinationRequest {
  std::optional<std::string> table_name;

  static constexpr auto fields() {
    using R = DescribeKinesisStreamingDestinationRequest;
    return std::array{field<&R::table_name>("TableName", kTableName)};
  }
};

}  // namespace stator::wire

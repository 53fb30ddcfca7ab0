// The requests of DynamoDB Streams.
//
// The order of members is the model's, and so is that of enum sets: nobody has told the service's.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

inline constexpr std::array<std::string_view, 5> kShardIteratorTypes{
    "TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER", "AT_TIMESTAMP"};
inline constexpr std::array<std::string_view, 1> kShardFilterTypes{"CHILD_SHARDS"};

inline constexpr Constraint kStreamArn{.required = true, .length_min = 37, .length_max = 1024};
inline constexpr Constraint kStreamsLimit{.least = 1, .most = 100};
inline constexpr Constraint kShardId{.length_min = 28, .length_max = 65};

struct ListStreamsRequest {
  std::optional<std::string> table_name;
  std::optional<std::int32_t> limit;
  std::optional<std::string> exclusive_start_stream_arn;

  static constexpr auto fields() {
    using R = ListStreamsRequest;
    return std::array{
        field<&R::table_name>(
            "TableName", {.length_min = 3, .length_max = 255, .name = NameRule::kPattern}),
        field<&R::limit>("Limit", kStreamsLimit),
        field<&R::exclusive_start_stream_arn>("ExclusiveStartStreamArn",
                                              {.length_min = 37, .length_max = 1024}),
    };
  }
};

struct ShardFilter {
  std::optional<std::string> type;
  std::optional<std::string> shard_id;

  static constexpr std::string_view kShapeName = "ShardFilter";
  static constexpr auto fields() {
    using R = ShardFilter;
    return std::array{
        field<&R::type>("Type", {.choices = kShardFilterTypes}),
        field<&R::shard_id>("ShardId", kShardId),
    };
  }
};

struct DescribeStreamRequest {
  std::optional<std::string> stream_arn;
  std::optional<std::int32_t> limit;
  std::optional<std::string> exclusive_start_shard_id;
  std::optional<ShardFilter> shard_filter;

  static constexpr auto fields() {
    using R = DescribeStreamRequest;
    return std::array{
        field<&R::stream_arn>("StreamArn", kStreamArn),
        field<&R::limit>("Limit", kStreamsLimit),
        field<&R::exclusive_start_shard_id>("ExclusiveStartShardId", kShardId),
        field<&R::shard_filter>("ShardFilter"),
    };
  }
};

struct GetShardIteratorRequest {
  std::optional<std::string> stream_arn;
  std::optional<std::string> shard_id;
  std::optional<std::string> shard_iterator_type;
  std::optional<std::string> sequence_number;
  std::optional<double> timestamp;  // seconds since 1970

  static constexpr auto fields() {
    using R = GetShardIteratorRequest;
    return std::array{
        field<&R::stream_arn>("StreamArn", kStreamArn),
        field<&R::shard_id>("ShardId", {.required = true, .length_min = 28, .length_max = 65}),
        field<&R::shard_iterator_type>("ShardIteratorType",
                                       {.required = true, .choices = kShardIteratorTypes}),
        field<&R::sequence_number>("SequenceNumber", {.length_min = 21, .length_max = 40}),
        field<&R::timestamp>("Timestamp"),
    };
  }
};

struct GetRecordsRequest {
  std::optional<std::string> shard_iterator;
  std::optional<std::int32_t> limit;

  static constexpr auto fields() {
    using R = GetRecordsRequest;
    return std::array{
        field<&R::shard_iterator>("ShardIterator",
                                  {.required = true, .length_min = 1, .length_max = 2048}),
        field<&R::limit>("Limit", {.least = 1, .most = 1000}),
    };
  }
};

}  // namespace stator::wire

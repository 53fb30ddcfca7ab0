// The small requests about tables and the account: DescribeTable, DeleteTable, ListTables,
// DescribeLimits, DescribeEndpoints.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct DescribeTableRequest {
  std::optional<std::string> table_name;

  static constexpr auto fields() {
    return std::array{field<&DescribeTableRequest::table_name>("TableName", kTableName)};
  }
};

struct DeleteTableRequest {
  std::optional<std::string> table_name;

  static constexpr auto fields() {
    return std::array{field<&DeleteTableRequest::table_name>("TableName", kTableName)};
  }
};

struct ListTablesRequest {
  std::optional<std::string> exclusive_start_table_name;
  std::optional<std::int32_t> limit;

  static constexpr auto fields() {
    using R = ListTablesRequest;
    return std::array{
        // A name only: this cursor is never an ARN.
        field<&R::exclusive_start_table_name>(
            "ExclusiveStartTableName",
            {.length_min = 3, .length_max = 255, .name = NameRule::kPattern}),
        field<&R::limit>("Limit", {.least = 1, .most = 100}),
    };
  }
};

struct DescribeLimitsRequest {
  static constexpr auto fields() { return std::array<Field<DescribeLimitsRequest>, 0>{}; }
};

struct DescribeEndpointsRequest {
  static constexpr auto fields() { return std::array<Field<DescribeEndpointsRequest>, 0>{}; }
};

}  // namespace stator::wire

// Scan.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct ScanRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
  std::optional<std::vector<std::string>> attributes_to_get;
  std::optional<std::int32_t> limit;
  std::optional<std::string> select;
  std::optional<ConditionMap> scan_filter;
  std::optional<std::string> conditional_operator;
  std::optional<WireItem> exclusive_start_key;
  std::optional<std::string> return_consumed_capacity;
  std::optional<std::int32_t> total_segments;
  std::optional<std::int32_t> segment;
  std::optional<std::string> projection_expression;
  std::optional<std::string> filter_expression;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;
  std::optional<bool> consistent_read;

  static constexpr auto fields() {
    using R = ScanRequest;
    return std::array{
        field<&R::select>("Select", {.choices = kSelects}),
        field<&R::index_name>("IndexName", kIndexName),
        field<&R::total_segments>("TotalSegments", {.least = 1, .most = 1'000'000}),
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::conditional_operator>("ConditionalOperator", kConditionalOperator),
        field<&R::scan_filter>("ScanFilter"),
        field<&R::segment>("Segment", {.least = 0, .most = 999'999}),
        field<&R::limit>("Limit", {.least = 1}),
        field<&R::attributes_to_get>("AttributesToGet", kAttributesToGet),
        field<&R::exclusive_start_key>("ExclusiveStartKey"),
        field<&R::consistent_read>("ConsistentRead"),
        field<&R::filter_expression>("FilterExpression"),
        field<&R::projection_expression>("ProjectionExpression"),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
    };
  }
};

}  // namespace stator::wire

// Query.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct QueryRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
  std::optional<std::string> select;
  std::optional<std::vector<std::string>> attributes_to_get;
  std::optional<std::int32_t> limit;
  std::optional<bool> consistent_read;
  std::optional<ConditionMap> key_conditions;
  std::optional<ConditionMap> query_filter;
  std::optional<std::string> conditional_operator;
  std::optional<bool> scan_index_forward;
  std::optional<WireItem> exclusive_start_key;
  std::optional<std::string> return_consumed_capacity;
  std::optional<std::string> projection_expression;
  std::optional<std::string> filter_expression;
  std::optional<std::string> key_condition_expression;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;

  static constexpr auto fields() {
    using R = QueryRequest;
    // Query names this one member differently from Scan and the other operations.
    constexpr Constraint kLimit{.least = 1, .path = "Limit", .omits_value = true};
    return std::array{
        field<&R::select>("Select", {.choices = kSelects}),
        field<&R::index_name>("IndexName", kIndexName),
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::query_filter>("QueryFilter"),
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::conditional_operator>("ConditionalOperator", kConditionalOperator),
        field<&R::attributes_to_get>("AttributesToGet", kAttributesToGet),
        field<&R::limit>("Limit", kLimit),
        field<&R::key_conditions>("KeyConditions"),
        field<&R::exclusive_start_key>("ExclusiveStartKey"),
        field<&R::consistent_read>("ConsistentRead"),
        field<&R::scan_index_forward>("ScanIndexForward"),
        field<&R::filter_expression>("FilterExpression"),
        field<&R::key_condition_expression>("KeyConditionExpression"),
        field<&R::projection_expression>("ProjectionExpression"),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
    };
  }
};

}  // namespace stator::wire

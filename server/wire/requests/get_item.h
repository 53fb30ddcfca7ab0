// GetItem.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct GetItemRequest {
  std::optional<std::string> table_name;
  std::optional<WireItem> key;
  std::optional<std::vector<std::string>> attributes_to_get;
  std::optional<bool> consistent_read;
  std::optional<std::string> return_consumed_capacity;
  std::optional<std::string> projection_expression;
  std::optional<WireNames> expression_attribute_names;

  static constexpr auto fields() {
    using R = GetItemRequest;
    return std::array{
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::attributes_to_get>("AttributesToGet", kAttributesToGet),
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::key>("Key", kRequired),
        field<&R::consistent_read>("ConsistentRead"),
        field<&R::projection_expression>("ProjectionExpression"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
    };
  }
};

}  // namespace stator::wire

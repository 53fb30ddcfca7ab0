// BatchGetItem.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

// What to get from one table.
struct KeysAndAttributes {
  std::optional<std::vector<WireItem>> keys;
  std::optional<std::vector<std::string>> attributes_to_get;
  std::optional<bool> consistent_read;
  std::optional<std::string> projection_expression;
  std::optional<WireNames> expression_attribute_names;

  static constexpr std::string_view kShapeName = "KeysAndAttributes";
  static constexpr auto fields() {
    using R = KeysAndAttributes;
    return std::array{
        field<&R::keys>("Keys", kRequired),  // lengths: BatchGetItemRequest::check_more
        field<&R::attributes_to_get>("AttributesToGet", kAttributesToGet),
        field<&R::consistent_read>("ConsistentRead"),
        field<&R::projection_expression>("ProjectionExpression"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
    };
  }
};

struct BatchGetItemRequest {
  std::optional<WireMap<KeysAndAttributes>> request_items;  // by table name or ARN
  std::optional<std::string> return_consumed_capacity;

  static constexpr auto fields() {
    using R = BatchGetItemRequest;
    constexpr Constraint kRequestItems{.required = true, .length_max = 100};
    return std::array{
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::request_items>("RequestItems", kRequestItems),
    };
  }
  static void check_more(const BatchGetItemRequest& request, Violations& violations);
};

}  // namespace stator::wire

// TransactGetItems.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct Get {
  std::optional<std::string> table_name;
  std::optional<WireItem> key;
  std::optional<std::string> projection_expression;
  std::optional<WireNames> expression_attribute_names;

  static constexpr std::string_view kShapeName = "Get";
  static constexpr auto fields() {
    return std::array{
        field<&Get::table_name>("TableName", kItemTableName),
        field<&Get::key>("Key", kRequired),
        field<&Get::projection_expression>("ProjectionExpression"),
        field<&Get::expression_attribute_names>("ExpressionAttributeNames"),
    };
  }
};

struct TransactGetItem {
  std::optional<Get> get;

  static constexpr std::string_view kShapeName = "TransactGetItem";
  static constexpr auto fields() {
    return std::array{field<&TransactGetItem::get>("Get", kRequired)};
  }
};

struct TransactGetItemsRequest {
  std::optional<std::vector<TransactGetItem>> transact_items;
  std::optional<std::string> return_consumed_capacity;

  static constexpr auto fields() {
    using R = TransactGetItemsRequest;
    return std::array{
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::transact_items>("TransactItems",
                                  {.required = true, .length_min = 1, .length_max = 100}),
    };
  }
};

}  // namespace stator::wire

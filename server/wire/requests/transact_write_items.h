// TransactWriteItems.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct ConditionCheck {
  std::optional<std::string> table_name;
  std::optional<WireItem> key;
  std::optional<std::string> condition_expression;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;
  std::optional<std::string> return_values_on_condition_check_failure;

  static constexpr std::string_view kShapeName = "ConditionCheck";
  static constexpr auto fields() {
    using R = ConditionCheck;
    return std::array{
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::key>("Key", kRequired),
        field<&R::condition_expression>("ConditionExpression", kRequired),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
        field<&R::return_values_on_condition_check_failure>("ReturnValuesOnConditionCheckFailure",
                                                            kOnConditionCheckFailure),
    };
  }
};

struct Put {
  std::optional<std::string> table_name;
  std::optional<WireItem> item;
  std::optional<std::string> condition_expression;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;
  std::optional<std::string> return_values_on_condition_check_failure;

  static constexpr std::string_view kShapeName = "Put";
  static constexpr auto fields() {
    using R = Put;
    return std::array{
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::item>("Item", kRequired),
        field<&R::condition_expression>("ConditionExpression"),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
        field<&R::return_values_on_condition_check_failure>("ReturnValuesOnConditionCheckFailure",
                                                            kOnConditionCheckFailure),
    };
  }
};

struct Delete {
  std::optional<std::string> table_name;
  std::optional<WireItem> key;
  std::optional<std::string> condition_expression;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;
  std::optional<std::string> return_values_on_condition_check_failure;

  static constexpr std::string_view kShapeName = "Delete";
  static constexpr auto fields() {
    using R = Delete;
    return std::array{
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::key>("Key", kRequired),
        field<&R::condition_expression>("ConditionExpression"),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
        field<&R::return_values_on_condition_check_failure>("ReturnValuesOnConditionCheckFailure",
                                                            kOnConditionCheckFailure),
    };
  }
};

struct Update {
  std::optional<std::string> table_name;
  std::optional<WireItem> key;
  std::optional<std::string> update_expression;
  std::optional<std::string> condition_expression;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;
  std::optional<std::string> return_values_on_condition_check_failure;

  static constexpr std::string_view kShapeName = "Update";
  static constexpr auto fields() {
    using R = Update;
    return std::array{
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::key>("Key", kRequired),
        field<&R::condition_expression>("ConditionExpression"),
        field<&R::update_expression>("UpdateExpression", kRequired),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
        field<&R::return_values_on_condition_check_failure>("ReturnValuesOnConditionCheckFailure",
                                                            kOnConditionCheckFailure),
    };
  }
};

// One action; the operation checks that it is exactly one.
struct TransactWriteItem {
  std::optional<ConditionCheck> condition_check;
  std::optional<Put> put;
  std::optional<Delete> delete_;  // `delete` is taken
  std::optional<Update> update;

  static constexpr std::string_view kShapeName = "TransactWriteItem";
  static constexpr auto fields() {
    using R = TransactWriteItem;
    return std::array{
        field<&R::condition_check>("ConditionCheck"),
        field<&R::put>("Put"),
        field<&R::delete_>("Delete"),
        field<&R::update>("Update"),
    };
  }
};

struct TransactWriteItemsRequest {
  std::optional<std::vector<TransactWriteItem>> transact_items;
  std::optional<std::string> return_consumed_capacity;
  std::optional<std::string> return_item_collection_metrics;
  std::optional<std::string> client_request_token;

  static constexpr auto fields() {
    using R = TransactWriteItemsRequest;
    return std::array{
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::return_item_collection_metrics>("ReturnItemCollectionMetrics",
                                                  kItemCollectionMetrics),
        field<&R::client_request_token>("ClientRequestToken", {.length_min = 1, .length_max = 36}),
        field<&R::transact_items>("TransactItems",
                                  {.required = true, .length_min = 1, .length_max = 100}),
    };
  }
};

}  // namespace stator::wire

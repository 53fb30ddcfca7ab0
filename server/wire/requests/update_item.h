// UpdateItem.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct UpdateItemRequest {
  std::optional<std::string> table_name;
  std::optional<WireItem> key;
  std::optional<WireMap<AttributeValueUpdate>> attribute_updates;
  std::optional<ExpectedMap> expected;
  std::optional<std::string> conditional_operator;
  std::optional<std::string> return_values;
  std::optional<std::string> return_consumed_capacity;
  std::optional<std::string> return_item_collection_metrics;
  std::optional<std::string> update_expression;
  std::optional<std::string> condition_expression;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;
  std::optional<std::string> return_values_on_condition_check_failure;

  static constexpr auto fields() {
    using R = UpdateItemRequest;
    constexpr Constraint kAloneTableName{
        .required = true, .name = NameRule::kItemTable, .reported_alone = true};
    constexpr Constraint kAloneReturnValues{.choices = kReturnValues, .reported_alone = true};
    return std::array{
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::table_name>("TableName", kAloneTableName),
        field<&R::return_item_collection_metrics>("ReturnItemCollectionMetrics",
                                                  kItemCollectionMetrics),
        field<&R::return_values>("ReturnValues", kAloneReturnValues),
        field<&R::key>("Key", kRequired),
        field<&R::conditional_operator>("ConditionalOperator", kConditionalOperator),
        field<&R::expected>("Expected"),
        field<&R::attribute_updates>("AttributeUpdates"),
        field<&R::condition_expression>("ConditionExpression"),
        field<&R::update_expression>("UpdateExpression"),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
        field<&R::return_values_on_condition_check_failure>("ReturnValuesOnConditionCheckFailure",
                                                            kOnConditionCheckFailure),
    };
  }
};

}  // namespace stator::wire

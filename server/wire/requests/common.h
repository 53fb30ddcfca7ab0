// Members that several operations share: enum sets, constraints and the structs of the legacy
// parameters.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/wire/fields.h"

namespace stator::wire {

// Enum sets in the order in which the service prints them (captured; those of
// ReturnValuesOnConditionCheckFailure and AttributeAction are the model's).
inline constexpr std::array<std::string_view, 3> kReturnConsumedCapacities{"INDEXES", "TOTAL",
                                                                           "NONE"};
inline constexpr std::array<std::string_view, 5> kReturnValues{"ALL_NEW", "UPDATED_OLD", "ALL_OLD",
                                                               "NONE", "UPDATED_NEW"};
inline constexpr std::array<std::string_view, 2> kReturnItemCollectionMetrics{"SIZE", "NONE"};
inline constexpr std::array<std::string_view, 2> kReturnValuesOnConditionCheckFailures{"ALL_OLD",
                                                                                       "NONE"};
inline constexpr std::array<std::string_view, 4> kSelects{
    "SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"};
inline constexpr std::array<std::string_view, 13> kComparisonOperators{
    "IN",       "NULL", "BETWEEN", "LT",          "NOT_CONTAINS", "EQ",      "GT",
    "NOT_NULL", "NE",   "LE",      "BEGINS_WITH", "GE",           "CONTAINS"};
inline constexpr std::array<std::string_view, 2> kConditionalOperators{"OR", "AND"};
inline constexpr std::array<std::string_view, 3> kAttributeActions{"ADD", "PUT", "DELETE"};

// Constraints.
inline constexpr Constraint kRequired{.required = true};
inline constexpr Constraint kItemTableName{.required = true, .name = NameRule::kItemTable};
// Operations on tables say that the parameter is missing in words of their own.
inline constexpr Constraint kTableName{
    .required = true,
    .name = NameRule::kTable,
    .absent_text = "The parameter 'TableName' is required but was not present in the request"};
inline constexpr Constraint kResourceArn{.required = true, .length_min = 1, .length_max = 1283};
inline constexpr Constraint kIndexName{
    .length_min = 3, .length_max = 255, .name = NameRule::kPattern};
inline constexpr Constraint kRequiredIndexName{
    .required = true, .length_min = 3, .length_max = 255, .name = NameRule::kPattern};
inline constexpr Constraint kAttributeName{.length_max = 65535};
inline constexpr Constraint kAttributesToGet{
    .length_min = 1, .length_max = 255, .element = &kAttributeName};
inline constexpr Constraint kReturnConsumedCapacity{.choices = kReturnConsumedCapacities};
inline constexpr Constraint kReturnValuesConstraint{.choices = kReturnValues};
inline constexpr Constraint kItemCollectionMetrics{.choices = kReturnItemCollectionMetrics};
inline constexpr Constraint kOnConditionCheckFailure{.choices =
                                                         kReturnValuesOnConditionCheckFailures};
inline constexpr Constraint kConditionalOperator{.choices = kConditionalOperators};

// An entry of Expected.
struct ExpectedAttributeValue {
  std::optional<WireValue> value;
  std::optional<bool> exists;
  std::optional<std::string> comparison_operator;
  std::optional<WireValueList> attribute_value_list;

  static constexpr std::string_view kShapeName = "ExpectedAttributeValue";
  static constexpr auto fields() {
    using R = ExpectedAttributeValue;
    return std::array{
        field<&R::value>("Value"),
        field<&R::exists>("Exists"),
        field<&R::comparison_operator>("ComparisonOperator", {.choices = kComparisonOperators}),
        field<&R::attribute_value_list>("AttributeValueList"),
    };
  }
};

// An entry of KeyConditions, QueryFilter or ScanFilter.
struct Condition {
  std::optional<WireValueList> attribute_value_list;
  std::optional<std::string> comparison_operator;

  static constexpr std::string_view kShapeName = "Condition";
  static constexpr auto fields() {
    using R = Condition;
    return std::array{
        field<&R::attribute_value_list>("AttributeValueList"),
        field<&R::comparison_operator>("ComparisonOperator",
                                       {.required = true, .choices = kComparisonOperators}),
    };
  }
};

// An entry of AttributeUpdates.
struct AttributeValueUpdate {
  std::optional<WireValue> value;
  std::optional<std::string> action;

  static constexpr std::string_view kShapeName = "AttributeValueUpdate";
  static constexpr auto fields() {
    using R = AttributeValueUpdate;
    return std::array{
        field<&R::value>("Value"),
        field<&R::action>("Action", {.choices = kAttributeActions}),
    };
  }
};

using WireNames = WireMap<std::string>;  // ExpressionAttributeNames; an expressions::NameMap
using ExpectedMap = WireMap<ExpectedAttributeValue>;
using ConditionMap = WireMap<Condition>;

}  // namespace stator::wire

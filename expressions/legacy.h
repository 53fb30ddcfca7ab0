// The parameters that expressions replaced, bound to the same trees: Expected, QueryFilter,
// ScanFilter, KeyConditions and AttributeUpdates.
//
// All functions throw ValidationException in the words of these parameters. Attribute values have
// been checked before, as everywhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expressions/condition.h"
#include "expressions/key_condition.h"
#include "expressions/update.h"
#include "model/attribute_value.h"

namespace stator::expressions {

enum class LegacyOperator {
  kEq,
  kNe,
  kLe,
  kLt,
  kGe,
  kGt,
  kNotNull,
  kNull,
  kContains,
  kNotContains,
  kBeginsWith,
  kIn,
  kBetween,
};

// "EQ", "NOT_NULL", ...
std::string_view legacy_operator_name(LegacyOperator op);
std::optional<LegacyOperator> find_legacy_operator(std::string_view name);

// An entry of QueryFilter, ScanFilter or KeyConditions.
struct LegacyCondition {
  std::string attribute;
  LegacyOperator op = LegacyOperator::kEq;
  std::vector<AttributeValue> values;  // AttributeValueList; empty when absent
};

// An entry of Expected, as sent.
struct LegacyExpectation {
  std::string attribute;
  std::optional<AttributeValue> value;
  std::optional<bool> exists;
  std::optional<LegacyOperator> op;
  std::optional<std::vector<AttributeValue>> values;
};

enum class ConditionalOperator { kAnd, kOr };

// What the entries of Expected mean. Throws for combinations of members that mean nothing.
std::vector<LegacyCondition> conditions_of_expected(std::vector<LegacyExpectation> expected);

// REQUIRES: there is a condition.
Condition bind_legacy_conditions(std::vector<LegacyCondition> conditions,
                                 ConditionalOperator conditional_operator);

std::vector<KeyCondition> bind_legacy_key_conditions(std::vector<LegacyCondition> conditions);

enum class LegacyAction { kPut, kAdd, kDelete };

// An entry of AttributeUpdates.
struct LegacyUpdate {
  std::string attribute;
  LegacyAction action = LegacyAction::kPut;
  std::optional<AttributeValue> value;
};

// REQUIRES: attributes are distinct.
UpdatePlan bind_legacy_update(std::vector<LegacyUpdate> updates);

}  // namespace stator::expressions

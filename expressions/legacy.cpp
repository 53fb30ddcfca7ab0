// The texts here were captured and not seen again since, but for those of Expected, which are
// measured (August 2026).
#include "expressions/legacy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "expressions/condition_tree.h"
#include "expressions/update_tree.h"
#include "expressions/value_order.h"
#include "model/error.h"
#include "model/limits.h"

namespace stator::expressions {
namespace {

//                  | values | of types
//   EQ NE          | 1      | any ("supported for all data types": API reference)
//   LE LT GE GT    | 1      | S N B
//   NOT_NULL NULL  | 0      |
//   [NOT_]CONTAINS | 1      | S N B
//   BEGINS_WITH    | 1      | S B
//   IN             | 1..    | S N B
//   BETWEEN        | 2      | S N B
enum class Types { kAny, kOrdered, kPrefixes };
struct OperatorRow {
  LegacyOperator op;
  std::string_view name;
  std::size_t values_min;
  std::size_t values_max;
  Types types;
};
constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);

// In the order of the enumeration, so that an operator is its row.
constexpr std::array kOperators = {
    OperatorRow{LegacyOperator::kEq, "EQ", 1, 1, Types::kAny},
    OperatorRow{LegacyOperator::kNe, "NE", 1, 1, Types::kAny},
    OperatorRow{LegacyOperator::kLe, "LE", 1, 1, Types::kOrdered},
    OperatorRow{LegacyOperator::kLt, "LT", 1, 1, Types::kOrdered},
    OperatorRow{LegacyOperator::kGe, "GE", 1, 1, Types::kOrdered},
    OperatorRow{LegacyOperator::kGt, "GT", 1, 1, Types::kOrdered},
    OperatorRow{LegacyOperator::kNotNull, "NOT_NULL", 0, 0, Types::kAny},
    OperatorRow{LegacyOperator::kNull, "NULL", 0, 0, Types::kAny},
    OperatorRow{LegacyOperator::kContains, "CONTAINS", 1, 1, Types::kOrdered},
    OperatorRow{LegacyOperator::kNotContains, "NOT_CONTAINS", 1, 1, Types::kOrdered},
    OperatorRow{LegacyOperator::kBeginsWith, "BEGINS_WITH", 1, 1, Types::kPrefixes},
    OperatorRow{LegacyOperator::kIn, "IN", 1, kAnyNumber, Types::kOrdered},
    OperatorRow{LegacyOperator::kBetween, "BETWEEN", 2, 2, Types::kOrdered},
};

const OperatorRow& row(LegacyOperator op) { return kOperators[static_cast<std::size_t>(op)]; }

bool is_legal(Types types, AttributeType type) {
  switch (types) {
    case Types::kAny: return true;
    case Types::kOrdered: return is_ordered(type);
    case Types::kPrefixes: return type == AttributeType::kS || type == AttributeType::kB;
  }
  return false;
}

// Faults come in this order: the number of values, mixed types, the type, the bounds.
void check(const LegacyCondition& condition) {
  const OperatorRow& rule = row(condition.op);
  const std::vector<AttributeValue>& values = condition.values;
  if (values.size() < rule.values_min || values.size() > rule.values_max) {
    throw invalid_parameter(
        fmt::format("Invalid number of argument(s) for the {} ComparisonOperator", rule.name));
  }
  for (const AttributeValue& value : values) {
    if (value.type() != values.front().type()) {
      throw invalid_parameter("AttributeValues inside AttributeValueList must be of same type");
    }
  }
  if (!values.empty() && !is_legal(rule.types, values.front().type())) {
    throw invalid_parameter(fmt::format("ComparisonOperator {} is not valid for {} AttributeValue "
                                        "type",
                                        rule.name, type_name(values.front().type())));
  }
  if (condition.op == LegacyOperator::kBetween && *order_of(values[0], values[1]) > 0) {
    throw validation_error(
        "The BETWEEN condition was provided a range where the lower bound is greater than the "
        "upper bound");
  }
}

DocumentPath path_to(std::string attribute) {
  return DocumentPath({PathElement(std::move(attribute))});
}

ConditionNode comparison(Comparator comparator, DocumentPath path, AttributeValue value) {
  return ConditionNode(Comparison{comparator, std::move(path), std::move(value)});
}

// A missing attribute meets NULL and NE, nothing else: NOT_CONTAINS, unlike NOT contains(), wants
// the attribute to be there (API reference).
ConditionNode bind_condition(LegacyCondition condition) {
  check(condition);
  DocumentPath path = path_to(std::move(condition.attribute));
  std::vector<AttributeValue>& values = condition.values;
  const auto compare = [&](Comparator comparator) {
    return comparison(comparator, std::move(path), std::move(values[0]));
  };
  switch (condition.op) {
    case LegacyOperator::kEq: return compare(Comparator::kEqual);
    case LegacyOperator::kNe: return compare(Comparator::kNotEqual);
    case LegacyOperator::kLe: return compare(Comparator::kLessOrEqual);
    case LegacyOperator::kLt: return compare(Comparator::kLess);
    case LegacyOperator::kGe: return compare(Comparator::kGreaterOrEqual);
    case LegacyOperator::kGt: return compare(Comparator::kGreater);
    case LegacyOperator::kNotNull: return ConditionNode(AttributeExists{std::move(path)});
    case LegacyOperator::kNull: return ConditionNode(AttributeNotExists{std::move(path)});
    case LegacyOperator::kContains:
      return ConditionNode(Contains{std::move(path), std::move(values[0])});
    case LegacyOperator::kNotContains: {
      AllOf both;
      both.conditions.emplace_back(AttributeExists{path});
      both.conditions.emplace_back(Negation{
          Box<ConditionNode>(ConditionNode(Contains{std::move(path), std::move(values[0])}))});
      return ConditionNode(std::move(both));
    }
    case LegacyOperator::kBeginsWith:
      return ConditionNode(BeginsWith{std::move(path), std::move(values[0])});
    case LegacyOperator::kIn: {
      In in{std::move(path), {}};
      for (AttributeValue& value : values) in.candidates.emplace_back(std::move(value));
      return ConditionNode(std::move(in));
    }
    case LegacyOperator::kBetween: break;
  }
  return ConditionNode(Between{std::move(path), std::move(values[0]), std::move(values[1])});
}

[[noreturn]] void fail_expected(std::string_view why, const LegacyExpectation& expectation) {
  throw invalid_parameter(fmt::format("{} for Attribute: {}", why, expectation.attribute),
                          FaultClass::kMixedParameters);
}

//   ComparisonOperator | Exists  | Value   | means
//   given              | absent  | any     | the operator, with Value or AttributeValueList
//   absent             | not false | given | EQ Value
//   absent             | false   | absent  | NULL
LegacyCondition condition_of(LegacyExpectation expectation) {
  if (expectation.value && expectation.values) {
    fail_expected("Value and AttributeValueList cannot be used together", expectation);
  }
  if (expectation.op) {
    if (expectation.exists) {
      fail_expected("Exists and ComparisonOperator cannot be used together", expectation);
    }
    const OperatorRow& rule = row(*expectation.op);
    if (rule.values_min > 0 && !expectation.value && !expectation.values) {
      fail_expected(fmt::format("Value or AttributeValueList must be used with "
                                "ComparisonOperator: {}",
                                rule.name),
                    expectation);
    }
    LegacyCondition condition{std::move(expectation.attribute), *expectation.op, {}};
    if (expectation.values) condition.values = std::move(*expectation.values);
    if (expectation.value) condition.values.push_back(std::move(*expectation.value));
    return condition;
  }
  if (expectation.values) {
    fail_expected("AttributeValueList can only be used with a ComparisonOperator", expectation);
  }
  if (expectation.exists == false) {
    if (expectation.value) fail_expected("Value cannot be used when Exists is false", expectation);
    return {std::move(expectation.attribute), LegacyOperator::kNull, {}};
  }
  if (!expectation.value) {
    fail_expected(fmt::format("Value must be provided when Exists is {}",
                              expectation.exists ? "true" : "null"),
                  expectation);
  }
  LegacyCondition condition{std::move(expectation.attribute), LegacyOperator::kEq, {}};
  condition.values.push_back(std::move(*expectation.value));
  return condition;
}

KeyOperator key_operator(LegacyOperator op) {
  switch (op) {
    case LegacyOperator::kEq: return KeyOperator::kEqual;
    case LegacyOperator::kLe: return KeyOperator::kLessOrEqual;
    case LegacyOperator::kLt: return KeyOperator::kLess;
    case LegacyOperator::kGe: return KeyOperator::kGreaterOrEqual;
    case LegacyOperator::kGt: return KeyOperator::kGreater;
    case LegacyOperator::kBeginsWith: return KeyOperator::kBeginsWith;
    case LegacyOperator::kBetween: return KeyOperator::kBetween;
    default: break;
  }
  throw validation_error("Attempted conditional constraint is not an indexable operation");
}

bool is_set(AttributeType type) {
  return type == AttributeType::kSs || type == AttributeType::kNs || type == AttributeType::kBs;
}

UpdateAction bind_action(LegacyUpdate update) {
  if (!update.value) {
    if (update.action == LegacyAction::kDelete) return RemoveAction{};
    throw invalid_parameter("Only DELETE action is allowed when no attribute value is specified");
  }
  const AttributeType type = update.value->type();
  switch (update.action) {
    case LegacyAction::kPut: return SetAction{UpdateOperand{std::move(*update.value)}};
    case LegacyAction::kAdd:
      if (type == AttributeType::kN || type == AttributeType::kL || is_set(type)) {
        return AddAction{std::move(*update.value)};
      }
      throw invalid_parameter(
          fmt::format("ADD action is not supported for the type {}", type_name(type)));
    case LegacyAction::kDelete: break;
  }
  if (is_set(type)) return DeleteAction{std::move(*update.value)};
  throw invalid_parameter(
      fmt::format("DELETE action with value is not supported for the type {}", type_name(type)));
}

}  // namespace

std::string_view legacy_operator_name(LegacyOperator op) { return row(op).name; }

std::optional<LegacyOperator> find_legacy_operator(std::string_view name) {
  for (const OperatorRow& each : kOperators) {
    if (each.name == name) return each.op;
  }
  return std::nullopt;
}

std::vector<LegacyCondition> conditions_of_expected(std::vector<LegacyExpectation> expected) {
  std::vector<LegacyCondition> conditions;
  conditions.reserve(expected.size());
  for (LegacyExpectation& expectation : expected) {
    conditions.push_back(condition_of(std::move(expectation)));
  }
  return conditions;
}

Condition bind_legacy_conditions(std::vector<LegacyCondition> conditions,
                                 ConditionalOperator conditional_operator) {
  std::vector<ConditionNode> nodes;
  nodes.reserve(conditions.size());
  for (LegacyCondition& condition : conditions) {
    nodes.push_back(bind_condition(std::move(condition)));
  }
  if (nodes.size() == 1) {
    return Condition(std::make_shared<const ConditionNode>(std::move(nodes.front())));
  }
  if (conditional_operator == ConditionalOperator::kOr) {
    return Condition(std::make_shared<const ConditionNode>(AnyOf{std::move(nodes)}));
  }
  return Condition(std::make_shared<const ConditionNode>(AllOf{std::move(nodes)}));
}

// The captured limit of two conditions predates keys of up to eight attributes, for which these
// parameters work too. What exceeds the keys of a table is found when its schema is known.
std::vector<KeyCondition> bind_legacy_key_conditions(std::vector<LegacyCondition> conditions) {
  constexpr std::size_t kConditionsMax =
      limits::kGlobalIndexHashAttributesMax + limits::kGlobalIndexRangeAttributesMax;
  for (const LegacyCondition& condition : conditions) check(condition);
  if (conditions.empty() || conditions.size() > kConditionsMax) {
    throw validation_error("Conditions can be of length 1 or 2 only");
  }
  std::vector<KeyCondition> bound;
  bound.reserve(conditions.size());
  for (LegacyCondition& condition : conditions) {
    const KeyOperator op = key_operator(condition.op);
    bound.push_back({std::move(condition.attribute), op, std::move(condition.values)});
  }
  return bound;
}

UpdatePlan bind_legacy_update(std::vector<LegacyUpdate> updates) {
  UpdateActions bound;
  bound.dialect = UpdateDialect::kLegacy;
  bound.paths.reserve(updates.size());
  bound.actions.reserve(updates.size());
  for (LegacyUpdate& update : updates) {
    bound.paths.push_back(path_to(update.attribute));
    bound.actions.push_back(bind_action(std::move(update)));
  }
  bound.tree = build_path_tree(bound.paths, ExpressionKind::kUpdate);
  return UpdatePlan(std::make_shared<const UpdateActions>(std::move(bound)));
}

}  // namespace stator::expressions

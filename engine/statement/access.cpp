#include "engine/statement/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "expressions/condition_tree.h"
#include "expressions/value_order.h"
#include "model/error.h"
#include "model/limits.h"

namespace stator::engine {
namespace {

namespace partiql = expressions::partiql;
using expressions::AllOf;
using expressions::AnyOf;
using expressions::Comparator;
using expressions::Comparison;
using expressions::ConditionNode;
using expressions::DocumentPath;
using expressions::KeyCondition;
using expressions::KeyOperator;
using expressions::Operand;

// The members of a conjunction, and of conjunctions in it.
void collect_conjuncts(const ConditionNode& node, std::vector<const ConditionNode*>& conjuncts) {
  if (const auto* all = std::get_if<AllOf>(&node.content())) {
    for (const ConditionNode& part : all->conditions) collect_conjuncts(part, conjuncts);
  } else {
    conjuncts.push_back(&node);
  }
}

std::vector<const ConditionNode*> conjuncts_of(
    const std::optional<expressions::Condition>& where) {
  std::vector<const ConditionNode*> conjuncts;
  if (where) collect_conjuncts(where->root(), conjuncts);
  return conjuncts;
}

bool is_attribute(const Operand& operand, std::string_view name) {
  const auto* path = std::get_if<DocumentPath>(&operand);
  return path != nullptr && !path->is_nested() && path->top() == name;
}

std::optional<KeyOperator> key_operator(Comparator comparator, bool is_flipped) {
  switch (comparator) {
    case Comparator::kEqual: return KeyOperator::kEqual;
    case Comparator::kNotEqual: return std::nullopt;
    case Comparator::kLess: return is_flipped ? KeyOperator::kGreater : KeyOperator::kLess;
    case Comparator::kLessOrEqual:
      return is_flipped ? KeyOperator::kGreaterOrEqual : KeyOperator::kLessOrEqual;
    case Comparator::kGreater: return is_flipped ? KeyOperator::kLess : KeyOperator::kGreater;
    case Comparator::kGreaterOrEqual:
      return is_flipped ? KeyOperator::kLessOrEqual : KeyOperator::kGreaterOrEqual;
  }
  return std::nullopt;
}

// The condition as one that a Query could use on the key attribute `name`, if it is one.
std::optional<KeyCondition> as_key_condition(const ConditionNode& node, const std::string& name) {
  if (const auto* comparison = std::get_if<Comparison>(&node.content())) {
    const bool is_flipped = is_attribute(comparison->right, name);
    if (!is_flipped && !is_attribute(comparison->left, name)) return std::nullopt;
    const auto* value =
        std::get_if<AttributeValue>(is_flipped ? &comparison->left : &comparison->right);
    const auto op = key_operator(comparison->comparator, is_flipped);
    if (value == nullptr || !op) return std::nullopt;
    return KeyCondition{name, *op, {*value}};
  }
  if (const auto* between = std::get_if<expressions::Between>(&node.content())) {
    const auto* lower = std::get_if<AttributeValue>(&between->lower);
    const auto* upper = std::get_if<AttributeValue>(&between->upper);
    if (!is_attribute(between->operand, name) || lower == nullptr || upper == nullptr) {
      return std::nullopt;
    }
    return KeyCondition{name, KeyOperator::kBetween, {*lower, *upper}};
  }
  if (const auto* prefix = std::get_if<expressions::BeginsWith>(&node.content())) {
    const auto* value = std::get_if<AttributeValue>(&prefix->prefix);
    if (!is_attribute(prefix->operand, name) || value == nullptr) return std::nullopt;
    return KeyCondition{name, KeyOperator::kBeginsWith, {*value}};
  }
  return std::nullopt;
}

// The values that `name` may have by this condition alone: `=`, IN, and both joined by OR.
// Empty: any.
std::vector<AttributeValue> values_of(const ConditionNode& node, const std::string& name) {
  const auto condition = as_key_condition(node, name);
  if (condition && condition->op == KeyOperator::kEqual) return condition->values;
  std::vector<AttributeValue> values;
  if (const auto* in = std::get_if<expressions::In>(&node.content())) {
    if (!is_attribute(in->operand, name)) return {};
    for (const Operand& candidate : in->candidates) {
      const auto* value = std::get_if<AttributeValue>(&candidate);
      if (value == nullptr) return {};
      values.push_back(*value);
    }
  } else if (const auto* any = std::get_if<AnyOf>(&node.content())) {
    for (const ConditionNode& part : any->conditions) {
      std::vector<AttributeValue> more = values_of(part, name);
      if (more.empty()) return {};
      values.insert(values.end(), more.begin(), more.end());
    }
  }
  return values;
}

// Each value once, in order of first appearance.
std::vector<AttributeValue> distinct(std::vector<AttributeValue> values) {
  std::vector<AttributeValue> once;
  for (AttributeValue& value : values) {
    if (std::find(once.begin(), once.end(), value) == once.end()) once.push_back(std::move(value));
  }
  return once;
}

class AccessResolver {
 public:
  AccessResolver(const std::optional<expressions::Condition>& where,
                 const std::vector<partiql::OrderTerm>& order, const KeySchema& schema)
      : conjuncts_(conjuncts_of(where)), order_(order), schema_(schema) {}

  SelectAccess run() {
    check_order_terms();
    SelectAccess access;
    access.partitions = hash_conditions();
    if (access.is_scan()) {
      if (!order_.empty()) {
        fail_order("at least one non-optional hash key condition in WHERE clause");
      }
      return access;
    }
    sort_partitions(access.partitions);
    const std::vector<KeyCondition> range = range_conditions();
    for (std::vector<KeyCondition>& conditions : access.partitions) {
      conditions.insert(conditions.end(), range.begin(), range.end());
    }
    access.order = range_order();
    return access;
  }

 private:
  [[noreturn]] static void fail_order(std::string_view what) {
    throw validation_error(fmt::format("Must have {} when using ORDER BY clause.", what));
  }

  bool is_hash(const partiql::OrderTerm& term) const {
    return schema_.hash.front().name == term.attribute;
  }

  // The attributes come first, in the order that the text of the fault was seen by a user.
  void check_order_terms() const {
    if (order_.empty()) return;
    if (conjuncts_.empty()) fail_order("WHERE clause in the statement");
    for (const partiql::OrderTerm& term : order_) {
      if (schema_.contains(term.attribute)) continue;
      throw validation_error(fmt::format(
          "Attribute {} in ORDER BY clause must be part of the primary key", term.attribute));
    }
  }

  std::vector<AttributeValue> values_of_attribute(const std::string& name) const {
    std::vector<AttributeValue> fewest;
    for (const ConditionNode* conjunct : conjuncts_) {
      std::vector<AttributeValue> values = distinct(values_of(*conjunct, name));
      if (!values.empty() && (fewest.empty() || values.size() < fewest.size())) {
        fewest = std::move(values);
      }
    }
    return fewest;
  }

  // One list of equalities for each partition. Keys of several HASH attributes have one value each.
  std::vector<std::vector<KeyCondition>> hash_conditions() const {
    std::vector<std::vector<KeyCondition>> partitions;
    for (const KeyAttribute& attribute : schema_.hash) {
      std::vector<AttributeValue> values = values_of_attribute(attribute.name);
      if (values.empty() || (schema_.hash.size() > 1 && values.size() > 1)) return {};
      check_count(values.size());
      if (partitions.empty()) partitions.resize(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        partitions[i].push_back({attribute.name, KeyOperator::kEqual, {std::move(values[i])}});
      }
    }
    return partitions;
  }

  static void check_count(std::size_t values) {
    if (values <= limits::kStatementPartitionsMax) return;
    throw validation_error(fmt::format(
        "The IN operator is provided with too many operands; number of operands: {}", values));
  }

  // Several partitions are read one after the other, so their order is that of the partition key.
  // The text for another order is our own.
  void sort_partitions(std::vector<std::vector<KeyCondition>>& partitions) const {
    if (order_.empty() || partitions.size() == 1) return;
    if (!is_hash(order_.front())) {
      throw validation_error(
          "ORDER BY must begin with the partition key when the WHERE clause has several values of "
          "it");
    }
    const bool descends = order_.front().direction == partiql::SortDirection::kDescending;
    std::sort(partitions.begin(), partitions.end(), [&](const auto& a, const auto& b) {
      const auto order =
          expressions::order_of(a.front().values.front(), b.front().values.front());
      return order && (descends ? *order > 0 : *order < 0);
    });
  }

  // An equality for each RANGE attribute from the first on, and at the end one condition more.
  std::vector<KeyCondition> range_conditions() const {
    std::vector<KeyCondition> conditions;
    for (const KeyAttribute& attribute : schema_.range) {
      std::optional<KeyCondition> best;
      for (const ConditionNode* conjunct : conjuncts_) {
        auto condition = as_key_condition(*conjunct, attribute.name);
        if (condition && (!best || condition->op == KeyOperator::kEqual)) best = condition;
        if (best && best->op == KeyOperator::kEqual) break;
      }
      if (!best) break;
      conditions.push_back(std::move(*best));
      if (conditions.back().op != KeyOperator::kEqual) break;
    }
    return conditions;
  }

  // All RANGE attributes are read in one direction. The text is our own.
  ReadOrder range_order() const {
    std::optional<partiql::SortDirection> direction;
    for (const partiql::OrderTerm& term : order_) {
      const bool is_range = std::any_of(
          schema_.range.begin(), schema_.range.end(),
          [&](const KeyAttribute& attribute) { return attribute.name == term.attribute; });
      if (!is_range) continue;
      if (direction && *direction != term.direction) {
        throw validation_error("ORDER BY must have one direction for all sort key attributes");
      }
      direction = term.direction;
    }
    return direction == partiql::SortDirection::kDescending ? ReadOrder::kBackward
                                                            : ReadOrder::kForward;
  }

  std::vector<const ConditionNode*> conjuncts_;
  const std::vector<partiql::OrderTerm>& order_;
  const KeySchema& schema_;
};

}  // namespace

std::optional<KeyedCondition> split_key(const std::optional<expressions::Condition>& where,
                                        const KeySchema& schema) {
  KeyedCondition keyed;
  std::vector<ConditionNode> rest;
  for (const ConditionNode* conjunct : conjuncts_of(where)) {
    bool is_key = false;
    for (const auto* part : {&schema.hash, &schema.range}) {
      for (const KeyAttribute& attribute : *part) {
        auto condition = as_key_condition(*conjunct, attribute.name);
        if (!condition || condition->op != KeyOperator::kEqual) continue;
        if (keyed.key.find(attribute.name) != nullptr) continue;  // a second one is a condition
        keyed.key.set(attribute.name, std::move(condition->values.front()));
        is_key = true;
      }
    }
    if (!is_key) rest.push_back(*conjunct);
  }
  if (keyed.key.size() != schema.size()) return std::nullopt;
  if (!rest.empty()) {
    keyed.rest.emplace(std::make_shared<const ConditionNode>(AllOf{std::move(rest)}));
  }
  return keyed;
}

SelectAccess resolve_access(const std::optional<expressions::Condition>& where,
                            const std::vector<partiql::OrderTerm>& order,
                            const KeySchema& schema) {
  return AccessResolver(where, order, schema).run();
}

}  // namespace stator::engine

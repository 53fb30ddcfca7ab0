// Key conditions: reading them off a bound condition, and turning them into a range of keys.
#include "expressions/key_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <variant>

#include "expressions/condition_tree.h"
#include "expressions/fault.h"
#include "expressions/overloaded.h"
#include "expressions/verify.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"

namespace stator::expressions {
namespace {

// Since 2026 these texts carry the prefix of the kind as well (measured); they were bare before.
[[noreturn]] void fail(std::string_view text) {
  throw_fault(ExpressionKind::kKeyCondition, text);
}
[[noreturn]] void fail_operator(std::string_view name) {
  fail(fmt::format("Invalid operator used in KeyConditionExpression: {}", name));
}
[[noreturn]] void fail_condition(std::string_view why) {
  fail(fmt::format("Invalid condition in KeyConditionExpression: {}", why));
}
[[noreturn]] void fail_nested() {
  fail("KeyConditionExpressions cannot contain nested operations");
}

KeyOperator as_written(Comparator comparator) {
  switch (comparator) {
    case Comparator::kEqual: return KeyOperator::kEqual;
    case Comparator::kLess: return KeyOperator::kLess;
    case Comparator::kLessOrEqual: return KeyOperator::kLessOrEqual;
    case Comparator::kGreater: return KeyOperator::kGreater;
    case Comparator::kGreaterOrEqual: return KeyOperator::kGreaterOrEqual;
    case Comparator::kNotEqual: break;
  }
  fail_operator(comparator_name(comparator));
}

KeyOperator flipped(KeyOperator op) {
  switch (op) {
    case KeyOperator::kLess: return KeyOperator::kGreater;
    case KeyOperator::kLessOrEqual: return KeyOperator::kGreaterOrEqual;
    case KeyOperator::kGreater: return KeyOperator::kLess;
    case KeyOperator::kGreaterOrEqual: return KeyOperator::kLessOrEqual;
    default: return op;
  }
}

// Reads one condition of the conjunction.
class KeyConditionReader {
 public:
  KeyCondition read(const ConditionNode& node) const { return std::visit(*this, node.content()); }

  KeyCondition operator()(const AllOf&) const { fail_nested(); }
  KeyCondition operator()(const AnyOf&) const { fail_operator("OR"); }
  KeyCondition operator()(const Negation&) const { fail_operator("NOT"); }
  KeyCondition operator()(const In&) const { fail_operator("IN"); }
  KeyCondition operator()(const AttributeExists&) const { fail_operator("attribute_exists"); }
  KeyCondition operator()(const AttributeNotExists&) const {
    fail_operator("attribute_not_exists");
  }
  KeyCondition operator()(const AttributeTypeIs&) const { fail_operator("attribute_type"); }
  KeyCondition operator()(const Contains&) const { fail_operator("contains"); }

  KeyCondition operator()(const Comparison& node) const {
    const KeyOperator op = as_written(node.comparator);
    check_one_name({&node.left, &node.right});
    if (std::holds_alternative<DocumentPath>(node.left)) {
      return {name_of(node.left), op, {value_of(node.right)}};
    }
    return {name_of(node.right), flipped(op), {value_of(node.left)}};
  }
  KeyCondition operator()(const Between& node) const {
    check_one_name({&node.operand, &node.lower, &node.upper});
    check_name_first("BETWEEN", node.operand);
    return {name_of(node.operand), KeyOperator::kBetween,
            {value_of(node.lower), value_of(node.upper)}};
  }
  KeyCondition operator()(const BeginsWith& node) const {
    check_one_name({&node.operand, &node.prefix});
    check_name_first("begins_with", node.operand);
    return {name_of(node.operand), KeyOperator::kBeginsWith, {value_of(node.prefix)}};
  }

 private:
  static void check_one_name(std::initializer_list<const Operand*> operands) {
    std::size_t names = 0;
    for (const Operand* operand : operands) {
      if (std::holds_alternative<SizeOf>(*operand)) fail_nested();
      if (std::holds_alternative<DocumentPath>(*operand)) ++names;
    }
    if (names > 1) fail_condition("Multiple attribute names used in one condition");
    if (names == 0) fail_condition("No key attribute specified");
  }

  static void check_name_first(std::string_view operation, const Operand& first) {
    if (std::holds_alternative<DocumentPath>(first)) return;
    fail_condition(
        fmt::format("{} operator must have the key attribute as its first operand", operation));
  }

  static std::string name_of(const Operand& operand) {
    const auto& path = std::get<DocumentPath>(operand);
    if (path.is_nested()) {
      fail("KeyConditionExpressions cannot have conditions on nested attributes");
    }
    return path.top();
  }

  static const AttributeValue& value_of(const Operand& operand) {
    return std::get<AttributeValue>(operand);
  }
};

const KeyCondition* find_condition(const std::vector<KeyCondition>& conditions,
                                   std::string_view attribute) {
  const auto found =
      std::find_if(conditions.begin(), conditions.end(),
                   [&](const KeyCondition& each) { return each.attribute == attribute; });
  return found == conditions.end() ? nullptr : &*found;
}

// Conditions against a key schema, in the order of the schema.
class KeyResolver {
 public:
  KeyResolver(const std::vector<KeyCondition>& conditions, const KeySchema& schema)
      : conditions_(conditions), schema_(schema) {}

  KeyQuery run() {
    check_count();
    collect_hash();
    collect_range();
    for (const auto& [condition, key] : used_) check_values(*condition, *key);
    check_sizes();
    return make_query();
  }

 private:
  struct Use {
    const KeyCondition* condition;
    const KeyAttribute* key;
  };

  void check_count() const {
    if (conditions_.size() <= schema_.size()) return;
    throw validation_error(
        fmt::format("The number of query conditions ({}) exceeds the number of key attributes "
                    "defined in the schema ({})",
                    conditions_.size(), schema_.size()));
  }

  [[noreturn]] static void fail_missing(const KeyAttribute& key) {
    throw validation_error(fmt::format("Query condition missed key schema element: {}", key.name));
  }

  void collect_hash() {
    for (const KeyAttribute& key : schema_.hash) {
      const KeyCondition* const condition = find_condition(conditions_, key.name);
      if (condition == nullptr) fail_missing(key);
      used_.push_back({condition, &key});
    }
    for (const Use& use : used_) {
      if (use.condition->op != KeyOperator::kEqual) {
        throw validation_error("Query key condition not supported");
      }
    }
  }

  // The RANGE attributes with conditions must be the first ones, and only the last of them may
  // have anything but an equality.
  void collect_range() {
    std::string not_equal;  // the attributes so far that cannot have a successor
    for (const KeyAttribute& key : schema_.range) {
      const KeyCondition* const condition = find_condition(conditions_, key.name);
      if (condition != nullptr && !not_equal.empty()) fail_gap(not_equal, key.name);
      if (condition != nullptr) used_.push_back({condition, &key});
      if (condition == nullptr || condition->op != KeyOperator::kEqual) {
        if (!not_equal.empty()) not_equal += ", ";
        not_equal += key.name;
      }
    }
    if (used_.size() == conditions_.size()) return;
    // A condition on something else: the service names the key that has none.
    for (const KeyAttribute& key : schema_.range) {
      if (find_condition(conditions_, key.name) == nullptr) fail_missing(key);
    }
  }

  // The text for several attributes, and for an inequality in place of a gap, is not known.
  [[noreturn]] static void fail_gap(std::string_view lacking, std::string_view present) {
    throw validation_error(
        fmt::format("RANGE key attributes {} must have equality conditions specified in the query "
                    "because a condition is present on key attribute {}",
                    lacking, present));
  }

  static void check_values(const KeyCondition& condition, const KeyAttribute& key) {
    for (const AttributeValue& value : condition.values) {
      const bool prefixes = key.type != ScalarType::kN;
      if (!has_type(value, key.type) || (condition.op == KeyOperator::kBeginsWith && !prefixes)) {
        throw invalid_parameter("Condition parameter type does not match schema type");
      }
    }
    for (const AttributeValue& value : condition.values) {
      if (bytes_of(value) == 0) throw validation_error(messages::empty_key_value(key));
    }
  }

  // The limits hold for the HASH part and for the RANGE part as a whole.
  void check_sizes() const {
    std::size_t hash_bytes = 0;
    std::size_t range_bytes = 0;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      std::size_t longest = 0;
      for (const AttributeValue& value : used_[i].condition->values) {
        longest = std::max(longest, bytes_of(value));
      }
      (i < schema_.hash.size() ? hash_bytes : range_bytes) += longest;
    }
    if (hash_bytes > limits::kPartitionKeyBytesMax) {
      throw validation_error(std::string(messages::kPartitionKeyTooLarge));
    }
    if (range_bytes > limits::kSortKeyBytesMax) {
      throw validation_error(std::string(messages::kSortKeyTooLarge));
    }
  }

  static std::size_t bytes_of(const AttributeValue& value) { return value.size_bytes(); }

  KeyQuery make_query() const {
    KeyQuery query;
    std::vector<AttributeValue> hash;
    for (std::size_t i = 0; i < schema_.hash.size(); ++i) {
      hash.push_back(used_[i].condition->values.front());
    }
    query.partition = partition_prefix(hash);
    KeyBytes prefix = query.partition;
    query.range = starting_with(prefix);
    query.is_single_key = used_.size() == schema_.size();
    for (std::size_t i = schema_.hash.size(); i < used_.size(); ++i) {
      const KeyCondition& condition = *used_[i].condition;
      if (condition.op != KeyOperator::kEqual) {
        query.range = range_below(prefix, condition);
        query.is_single_key = false;
        break;
      }
      append_key_value(prefix, condition.values.front());
      query.range = starting_with(prefix);
    }
    return query;
  }

  static KeyRange starting_with(const KeyBytes& prefix) { return {prefix, prefix_end(prefix)}; }

  static KeyBytes with_value(KeyBytes prefix, const AttributeValue& value) {
    append_key_value(prefix, value);
    return prefix;
  }

  // The keys that start with `prefix` and go on with a value that meets the condition. Values
  // delimit themselves, so everything that starts with the encoding of v is equal to v so far.
  static KeyRange range_below(const KeyBytes& prefix, const KeyCondition& condition) {
    const AttributeValue& first = condition.values.front();
    const KeyBytes from = with_value(prefix, first);
    switch (condition.op) {
      case KeyOperator::kEqual: return starting_with(from);
      case KeyOperator::kLess: return {prefix, from};
      case KeyOperator::kLessOrEqual: return {prefix, prefix_end(from)};
      case KeyOperator::kGreater: return {prefix_end(from), prefix_end(prefix)};
      case KeyOperator::kGreaterOrEqual: return {from, prefix_end(prefix)};
      case KeyOperator::kBetween:
        return {from, prefix_end(with_value(prefix, condition.values.back()))};
      case KeyOperator::kBeginsWith: break;
    }
    KeyBytes bytes = prefix;
    const auto* text = first.get_if<Text>();
    append_key_prefix(bytes, text != nullptr ? *text : first.get_if<Binary>()->bytes);
    return starting_with(bytes);
  }

  const std::vector<KeyCondition>& conditions_;
  const KeySchema& schema_;
  std::vector<Use> used_;  // HASH attributes, then RANGE attributes, in schema order
};

}  // namespace

// The rules of conditions in general come first, then those of key conditions.
std::vector<KeyCondition> bind_key_conditions(const ParsedCondition& parsed,
                                              Substitutions& substitutions) {
  const Condition bound =
      Condition::bind(parsed, ExpressionKind::kKeyCondition, substitutions);
  std::span<const ConditionNode> parts(&bound.root(), 1);
  if (const auto* all = std::get_if<AllOf>(&bound.root().content())) parts = all->conditions;
  std::vector<KeyCondition> conditions;
  conditions.reserve(parts.size());
  for (const ConditionNode& part : parts) {
    conditions.push_back(KeyConditionReader().read(part));
    const std::string& name = conditions.back().attribute;
    if (find_condition(conditions, name) != &conditions.back()) {
      fail("KeyConditionExpressions must only contain one condition per key");
    }
  }
  verify_bound(conditions, ExpressionKind::kKeyCondition);
  return conditions;
}

KeyQuery resolve_key_conditions(const std::vector<KeyCondition>& conditions,
                                const KeySchema& schema) {
  return KeyResolver(conditions, schema).run();
}

}  // namespace stator::expressions

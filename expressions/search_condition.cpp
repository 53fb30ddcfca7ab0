// The rules are those of the API's model; the texts follow those of key conditions.
#include "expressions/search_condition.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "expressions/condition_tree.h"
#include "expressions/fault.h"

namespace stator::expressions {
namespace {

[[noreturn]] void fail(std::string_view text) {
  throw_fault(ExpressionKind::kSearchCondition, text);
}

[[noreturn]] void fail_operator() {
  fail("SearchConditionExpressions support only the operator = and AND between conditions");
}

std::string name_of(const DocumentPath& path) {
  if (path.is_nested()) {
    fail("SearchConditionExpressions cannot have conditions on nested attributes");
  }
  return path.top();
}

SearchCondition read_equality(const Comparison& comparison) {
  if (comparison.comparator != Comparator::kEqual) fail_operator();
  const Operand* name = &comparison.left;
  const Operand* value = &comparison.right;
  if (!std::holds_alternative<DocumentPath>(*name)) std::swap(name, value);
  if (!std::holds_alternative<DocumentPath>(*name) ||
      !std::holds_alternative<AttributeValue>(*value)) {
    fail("SearchConditionExpressions compare an attribute with a value");
  }
  return {name_of(std::get<DocumentPath>(*name)), std::get<AttributeValue>(*value)};
}

void collect(const ConditionNode& node, std::vector<SearchCondition>& conditions) {
  if (const auto* all = std::get_if<AllOf>(&node.content())) {
    for (const ConditionNode& each : all->conditions) collect(each, conditions);
    return;
  }
  const auto* comparison = std::get_if<Comparison>(&node.content());
  if (comparison == nullptr) fail_operator();
  SearchCondition condition = read_equality(*comparison);
  const bool is_known = std::any_of(
      conditions.begin(), conditions.end(),
      [&](const SearchCondition& each) { return each.attribute == condition.attribute; });
  if (is_known) {
    fail("SearchConditionExpressions must only contain one condition per attribute");
  }
  conditions.push_back(std::move(condition));
}

}  // namespace

std::vector<SearchCondition> bind_search_conditions(const ParsedCondition& parsed,
                                                    Substitutions& substitutions) {
  const Condition condition =
      Condition::bind(parsed, ExpressionKind::kSearchCondition, substitutions);
  std::vector<SearchCondition> conditions;
  collect(condition.root(), conditions);
  return conditions;
}

}  // namespace stator::expressions

#include "server/operations/legacy_parameters.h"

#include "model/error.h"
#include "server/operations/parameters.h"

namespace stator::server {

namespace {

using expressions::ConditionalOperator;

std::vector<AttributeValue> take_list(std::optional<wire::WireValueList>& values) {
  return values ? values->take() : std::vector<AttributeValue>();
}

std::optional<expressions::LegacyOperator> find_operator(const std::optional<std::string>& name) {
  return name ? expressions::find_legacy_operator(*name) : std::nullopt;
}

// Measured in 2026.
void check_conditional_operator(const std::optional<std::string>& given, std::size_t conditions) {
  if (!given || conditions > 1) return;
  throw validation_error(conditions == 0
                             ? "ConditionalOperator cannot be used without Filter or Expected"
                             : "ConditionalOperator can only be used when Filter or Expected has "
                               "two or more elements");
}

std::optional<expressions::Condition> bind_conditions(
    std::vector<expressions::LegacyCondition> conditions,
    const std::optional<std::string>& conditional_operator) {
  check_conditional_operator(conditional_operator, conditions.size());
  if (conditions.empty()) return std::nullopt;
  return expressions::bind_legacy_conditions(
      std::move(conditions),
      is(conditional_operator, "OR") ? ConditionalOperator::kOr : ConditionalOperator::kAnd);
}

}  // namespace

std::vector<expressions::LegacyExpectation> take_expected(
    std::optional<wire::ExpectedMap>& expected) {
  std::vector<expressions::LegacyExpectation> taken;
  if (!expected) return taken;
  for (auto& [attribute, given] : *expected) {
    expressions::LegacyExpectation& expectation = taken.emplace_back();
    expectation.attribute = attribute;
    if (given.value) expectation.value = given.value->take();
    expectation.exists = given.exists;
    expectation.op = find_operator(given.comparison_operator);
    if (given.attribute_value_list) expectation.values = given.attribute_value_list->take();
  }
  return taken;
}

std::vector<expressions::LegacyCondition> take_conditions(
    std::optional<wire::ConditionMap>& conditions) {
  std::vector<expressions::LegacyCondition> taken;
  if (!conditions) return taken;
  for (auto& [attribute, given] : *conditions) {
    taken.push_back({attribute, *find_operator(given.comparison_operator),
                     take_list(given.attribute_value_list)});
  }
  return taken;
}

std::vector<expressions::LegacyUpdate> take_updates(
    std::optional<wire::WireMap<wire::AttributeValueUpdate>>& updates) {
  using expressions::LegacyAction;
  std::vector<expressions::LegacyUpdate> taken;
  if (!updates) return taken;
  for (auto& [attribute, given] : *updates) {
    expressions::LegacyUpdate& update = taken.emplace_back();
    update.attribute = attribute;
    update.action = is(given.action, "ADD")      ? LegacyAction::kAdd
                    : is(given.action, "DELETE") ? LegacyAction::kDelete
                                                 : LegacyAction::kPut;
    if (given.value) update.value = given.value->take();
  }
  return taken;
}

std::optional<expressions::Condition> bind_expected(
    std::vector<expressions::LegacyExpectation> expected,
    const std::optional<std::string>& conditional_operator) {
  return bind_conditions(expressions::conditions_of_expected(std::move(expected)),
                         conditional_operator);
}

std::optional<expressions::Condition> bind_filter(
    std::vector<expressions::LegacyCondition> conditions,
    const std::optional<std::string>& conditional_operator) {
  return bind_conditions(std::move(conditions), conditional_operator);
}

}  // namespace stator::server

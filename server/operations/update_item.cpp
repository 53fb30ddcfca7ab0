#include "server/operations/update_item.h"

#include "engine/plan_write.h"
#include "expressions/update.h"
#include "server/operations/item_write.h"
#include "server/operations/legacy_parameters.h"
#include "server/operations/parameters.h"

namespace stator::server {

namespace {

struct BoundUpdate {
  std::optional<expressions::UpdatePlan> update;
  std::optional<expressions::Condition> condition;
};

BoundUpdate bind_expressions(UpdateItem::Request& request) {
  const bool has_expression = request.update_expression || request.condition_expression;
  auto substitutions = take_substitutions(
      request.expression_attribute_names, request.expression_attribute_values,
      {.has_expression = has_expression,
       .has_value_expression = has_expression,
       .missing_value_expressions = "UpdateExpression and ConditionExpression are null",
       .value_faults = wire::ValueFaultText::kSomeBare});
  BoundUpdate bound;
  if (request.update_expression) {
    bound.update = expressions::UpdatePlan::bind(
        *expressions::parse_update(*request.update_expression), substitutions);
  }
  bound.condition = bind_condition(request.condition_expression,
                                   expressions::ExpressionKind::kCondition, substitutions);
  substitutions.check_all_used();
  return bound;
}

// What ReturnValues asks for; nothing when there is nothing to show.
//
//   NONE         nothing
//   ALL_OLD      the item before
//   UPDATED_OLD  the parts of it that the update names
//   ALL_NEW      the item after
//   UPDATED_NEW  the parts of it that the update names
std::optional<AttributeMap> returned_attributes(
    const std::optional<std::string>& return_values,
    const std::optional<expressions::UpdatePlan>& update, const ItemWritten& written) {
  const bool shows_old = is(return_values, "ALL_OLD") || is(return_values, "UPDATED_OLD");
  const bool shows_new = is(return_values, "ALL_NEW") || is(return_values, "UPDATED_NEW");
  const ItemRef& item = shows_old ? written.before : written.after;
  if (!(shows_old || shows_new) || !item) return std::nullopt;
  if (is(return_values, "ALL_OLD") || is(return_values, "ALL_NEW")) return item->attributes();
  if (!update) return std::nullopt;
  AttributeMap parts = update->updated_attributes(item->attributes());
  if (parts.empty()) return std::nullopt;
  return parts;
}

}  // namespace

void UpdateItem::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  check_not_mixed({{"AttributeUpdates", request.attribute_updates.has_value()},
                   {"Expected", request.expected.has_value()},
                   {"ConditionalOperator", request.conditional_operator.has_value()}},
                  {{"UpdateExpression", request.update_expression.has_value()},
                   {"ConditionExpression", request.condition_expression.has_value()}});
  const AttributeMap key = request.key->take();
  auto updates = take_updates(request.attribute_updates);
  auto expected = take_expected(request.expected);
  BoundUpdate bound = bind_expressions(request);
  if (!updates.empty()) bound.update = expressions::bind_legacy_update(std::move(updates));
  if (!bound.condition) {
    bound.condition = bind_expected(std::move(expected), request.conditional_operator);
  }

  auto table = require_table(context, *request.table_name);
  const auto plan = engine::or_throw(
      engine::plan_update({table, std::move(bound.condition)}, key, bound.update,
                          engine::UpdateSizeRule::kWithOverhead));
  const ItemWritten written = write_item(context, *request.table_name, plan,
                                         request.return_values_on_condition_check_failure);
  const auto attributes = returned_attributes(request.return_values, bound.update, written);
  write_answer(out,
               {.attributes = attributes ? &*attributes : nullptr,
                .return_consumed_capacity = request.return_consumed_capacity,
                .return_item_collection_metrics = request.return_item_collection_metrics},
               written, *table, key);
}

}  // namespace stator::server

#include "server/operations/transact_plan.h"

#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"
#include "server/operations/parameters.h"
#include "server/operations/transact_commit.h"

namespace stator::server {

namespace {

using expressions::ExpressionKind;
using Kind = BoundAction::Kind;

constexpr PlaceholderRules kTransactRules = {.has_expression = true,
                                             .has_value_expression = true,
                                             .deep_values = wire::DeepValues::kCut};

// What the four kinds of action have in common. `Action` is wire::ConditionCheck, Put, ...
template <class Action>
BoundAction bind_common(Kind kind, Action& action) {
  BoundAction bound;
  bound.kind = kind;
  bound.table_name = &*action.table_name;
  bound.returns_item_on_failure = is(action.return_values_on_condition_check_failure, "ALL_OLD");
  return bound;
}

// Without an expression, names and values may be there for nothing (measured in 2026).
template <class Action>
void bind_condition_of(Action& action, BoundAction& bound) {
  auto substitutions = take_substitutions(
      action.expression_attribute_names, action.expression_attribute_values, kTransactRules);
  bound.condition =
      bind_condition(action.condition_expression, ExpressionKind::kCondition, substitutions);
  if (bound.condition) substitutions.check_all_used();
}

BoundAction bind_put(wire::Put& put) {
  BoundAction bound = bind_common(Kind::kPut, put);
  AttributeMap attributes = put.item->take();
  bind_condition_of(put, bound);
  bound.item = make_item(std::move(attributes));
  if (bound.item->size_bytes() > limits::kItemBytesMax) {
    throw validation_error(std::string(messages::kItemTooLarge));
  }
  return bound;
}

template <class Action>
BoundAction bind_keyed(Kind kind, Action& action) {
  BoundAction bound = bind_common(kind, action);
  bound.key = action.key->take();
  bind_condition_of(action, bound);
  return bound;
}

BoundAction bind_update(wire::Update& update) {
  BoundAction bound = bind_common(Kind::kUpdate, update);
  bound.key = update.key->take();
  const auto& values = update.expression_attribute_values;
  bound.has_deep_value = values && values->has_deep_value();
  auto substitutions = take_substitutions(
      update.expression_attribute_names, update.expression_attribute_values, kTransactRules);
  bound.update = expressions::UpdatePlan::bind(
      *expressions::parse_update(*update.update_expression), substitutions);
  bound.condition =
      bind_condition(update.condition_expression, ExpressionKind::kCondition, substitutions);
  substitutions.check_all_used();
  return bound;
}

BoundAction bind_action(wire::TransactWriteItem& item) {
  const int given = int{item.condition_check.has_value()} + int{item.put.has_value()} +
                    int{item.delete_.has_value()} + int{item.update.has_value()};
  if (given != 1) {
    throw validation_error("TransactItems can only contain one of Check, Put, Update or Delete");
  }
  if (item.condition_check) return bind_keyed(Kind::kCheck, *item.condition_check);
  if (item.put) return bind_put(*item.put);
  if (item.delete_) return bind_keyed(Kind::kDelete, *item.delete_);
  return bind_update(*item.update);
}

engine::WritePlan plan_action(const BoundAction& action, std::shared_ptr<storage::Table> table) {
  engine::WriteIntent intent{std::move(table), action.condition};
  switch (action.kind) {
    case Kind::kPut:
      return engine::plan_put(std::move(intent), action.item, engine::MissingKeyText::kNamed);
    case Kind::kUpdate:
      return engine::plan_update(std::move(intent), action.key, action.update,
                                 engine::UpdateSizeRule::kPlain);
    case Kind::kDelete: return engine::plan_delete(std::move(intent), action.key);
    case Kind::kCheck: return engine::plan_check(std::move(intent), action.key);
  }
  throw Error(ErrorCode::kInternalServerError, "unknown transaction action");
}

}  // namespace

std::vector<BoundAction> bind_actions(std::vector<wire::TransactWriteItem>& items) {
  std::vector<BoundAction> actions;
  actions.reserve(items.size());
  for (wire::TransactWriteItem& item : items) actions.push_back(bind_action(item));
  return actions;
}

std::vector<engine::TransactAction> plan_actions(const CallContext& context,
                                                 const std::vector<BoundAction>& actions) {
  std::vector<engine::TransactAction> planned;
  planned.reserve(actions.size());
  for (const BoundAction& action : actions) {
    auto table = require_table(context, *action.table_name);
    engine::WritePlan plan = plan_action(action, table);
    if (action.has_deep_value && std::holds_alternative<engine::PlannedWrite>(plan)) {
      plan = engine::KeyFault{std::string(messages::kNestedTooDeeply)};
    }
    append_action(planned, std::move(plan), std::move(table), action.returns_item_on_failure);
  }
  return planned;
}

}  // namespace stator::server

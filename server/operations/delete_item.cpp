#include "server/operations/delete_item.h"

#include "engine/plan_write.h"
#include "server/operations/item_write.h"
#include "server/operations/legacy_parameters.h"
#include "server/operations/parameters.h"

namespace stator::server {

void DeleteItem::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  check_not_mixed({{"Expected", request.expected.has_value()},
                   {"ConditionalOperator", request.conditional_operator.has_value()}},
                  {{"ConditionExpression", request.condition_expression.has_value()}});
  const AttributeMap key = request.key->take();
  auto expected = take_expected(request.expected);
  auto condition = bind_only_condition(request.condition_expression,
                                       request.expression_attribute_names,
                                       request.expression_attribute_values);
  check_return_values(request.return_values);
  if (!condition) condition = bind_expected(std::move(expected), request.conditional_operator);

  auto table = require_table(context, *request.table_name);
  const auto plan = engine::or_throw(engine::plan_delete({table, std::move(condition)}, key));
  const ItemWritten written = write_item(context, *request.table_name, plan,
                                         request.return_values_on_condition_check_failure);
  const bool shows_old = is(request.return_values, "ALL_OLD") && written.before;
  write_answer(out,
               {.attributes = shows_old ? &written.before->attributes() : nullptr,
                .return_consumed_capacity = request.return_consumed_capacity,
                .return_item_collection_metrics = request.return_item_collection_metrics},
               written, *table, key);
}

}  // namespace stator::server

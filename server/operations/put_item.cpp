#include "server/operations/put_item.h"

#include "engine/plan_write.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"
#include "server/operations/item_write.h"
#include "server/operations/legacy_parameters.h"
#include "server/operations/parameters.h"

namespace stator::server {

void PutItem::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  check_not_mixed({{"Expected", request.expected.has_value()},
                   {"ConditionalOperator", request.conditional_operator.has_value()}},
                  {{"ConditionExpression", request.condition_expression.has_value()}});
  AttributeMap attributes = request.item->take();
  auto expected = take_expected(request.expected);
  auto condition = bind_only_condition(request.condition_expression,
                                       request.expression_attribute_names,
                                       request.expression_attribute_values);
  check_return_values(request.return_values);
  if (!condition) condition = bind_expected(std::move(expected), request.conditional_operator);
  ItemRef item = make_item(std::move(attributes));
  if (item->size_bytes() > limits::kItemBytesMax) {
    throw validation_error(std::string(messages::kItemTooLarge));
  }

  auto table = require_table(context, *request.table_name);
  const auto plan = engine::or_throw(engine::plan_put({table, std::move(condition)}, item,
                                                      engine::MissingKeyText::kNamed));
  const ItemWritten written = write_item(context, *request.table_name, plan,
                                         request.return_values_on_condition_check_failure);
  const bool shows_old = is(request.return_values, "ALL_OLD") && written.before;
  write_answer(out,
               {.attributes = shows_old ? &written.before->attributes() : nullptr,
                .return_consumed_capacity = request.return_consumed_capacity,
                .return_item_collection_metrics = request.return_item_collection_metrics},
               written, *table, item->attributes());
}

}  // namespace stator::server

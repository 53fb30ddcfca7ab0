#include "server/operations/query.h"

#include <fmt/format.h>

#include "expressions/key_condition.h"
#include "model/error.h"
#include "server/operations/item_read.h"
#include "server/operations/legacy_parameters.h"
#include "server/operations/page_read.h"
#include "server/operations/parameters.h"

namespace stator::server {

namespace {

using expressions::ExpressionKind;

struct BoundQuery {
  std::vector<expressions::KeyCondition> conditions;
  std::optional<expressions::Condition> filter;
  std::optional<expressions::ProjectionPaths> projection;
};

// KeyConditions may stand beside a FilterExpression or ProjectionExpression, if no
// KeyConditionExpression is given.
void check_mixing(const Query::Request& request) {
  check_not_mixed({{"AttributesToGet", request.attributes_to_get.has_value()},
                   {"QueryFilter", request.query_filter.has_value()},
                   {"ConditionalOperator", request.conditional_operator.has_value()},
                   {"KeyConditions", request.key_conditions && request.key_condition_expression}},
                  {{"ProjectionExpression", request.projection_expression.has_value()},
                   {"FilterExpression", request.filter_expression.has_value()},
                   {"KeyConditionExpression", request.key_condition_expression.has_value()}});
}

BoundQuery bind_expressions(Query::Request& request) {
  const bool has_values = request.filter_expression || request.key_condition_expression;
  auto substitutions = take_substitutions(
      request.expression_attribute_names, request.expression_attribute_values,
      {.has_expression = has_values || request.projection_expression,
       .has_value_expression = has_values,
       .missing_value_expressions = "FilterExpression and KeyConditionExpression are null"});
  BoundQuery bound;
  if (request.key_condition_expression) {
    bound.conditions = expressions::bind_key_conditions(
        *expressions::parse_condition(*request.key_condition_expression,
                                      ExpressionKind::kKeyCondition),
        substitutions);
  }
  bound.filter = bind_condition(request.filter_expression, ExpressionKind::kFilter, substitutions);
  bound.projection = bind_projection(request.projection_expression, substitutions);
  substitutions.check_all_used();
  return bound;
}

// A Query's filter is applied to what the keys selected, so it may not name those keys.
void check_filter(const PageRequest& request, const KeySchema& key) {
  if (!request.filter) return;
  request.filter->for_each_path([&](const expressions::DocumentPath& path) {
    if (!key.contains(path.top())) return;
    throw validation_error(
        fmt::format("{} can only contain non-primary key attributes: Primary key attribute: {}",
                    request.filter_name, path.top()));
  });
}

engine::ReadPlan plan_query(const PageRequest& request,
                            const std::vector<expressions::KeyCondition>& conditions,
                            std::shared_ptr<const TableSchema> schema) {
  const auto index = require_index(request, *schema);
  const IndexSchema* read = index ? &schema->indexes[*index] : nullptr;
  std::optional<KeyBytes> start;
  if (request.start_key) {
    start = engine::start_key(*request.start_key, *schema, read, engine::ReadKind::kQuery);
  }
  const KeySchema& key = read == nullptr ? schema->key : read->key;
  auto query = expressions::resolve_key_conditions(conditions, key);
  if (start) {
    engine::check_query_start(query, *start, read);
    query.range = engine::after_key(std::move(query.range), *start, request.order);
  }
  check_filter(request, key);
  engine::ReadPlan plan = plan_page(request, std::move(schema), index, std::move(query.range));
  // One row at most, and the service refuses to go on from it: so no limit ends such a page, or
  // paginators would be given a key that they cannot use.
  if (query.is_single_key && !index) plan.limit.reset();
  return plan;
}

}  // namespace

void Query::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  check_mixing(request);
  auto legacy_filter =
      bind_filter(take_conditions(request.query_filter), request.conditional_operator);
  auto legacy_projection = bind_attributes_to_get(request.attributes_to_get);
  PageRequest page;
  if (request.exclusive_start_key) {
    page.start_key = wire::take_start_key(std::move(*request.exclusive_start_key));
  }
  if (!request.key_condition_expression && !request.key_conditions) {
    throw validation_error(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
        "request.");
  }
  BoundQuery bound = bind_expressions(request);
  if (request.key_conditions) {
    bound.conditions =
        expressions::bind_legacy_key_conditions(take_conditions(request.key_conditions));
  }
  page.select = resolve_select(
      request.select,
      {.has_attributes_to_get = request.attributes_to_get.has_value(),
       .has_projection_expression = request.projection_expression.has_value(),
       .has_index_name = request.index_name.has_value()});
  page.table = require_table(context, *request.table_name);
  page.table_name = *request.table_name;
  page.index_name = request.index_name;
  if (legacy_filter) page.filter_name = "QueryFilter";
  page.filter = legacy_filter ? std::move(legacy_filter) : std::move(bound.filter);
  page.projection = bound.projection ? std::move(bound.projection) : std::move(legacy_projection);
  page.is_consistent = request.consistent_read.value_or(false);
  page.order = request.scan_index_forward.value_or(true) ? engine::ReadOrder::kForward
                                                         : engine::ReadOrder::kBackward;
  if (request.limit) page.limit = static_cast<std::size_t>(*request.limit);
  page.capacity = capacity_mode(request.return_consumed_capacity);
  read_and_answer(page, context, out, [&](std::shared_ptr<const TableSchema> schema) {
    return plan_query(page, bound.conditions, std::move(schema));
  });
}

}  // namespace stator::server

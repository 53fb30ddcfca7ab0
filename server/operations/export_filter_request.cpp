#include "server/operations/export_filter_request.h"

#include <fmt/format.h>

#include "expressions/key_condition.h"
#include "model/error.h"
#include "server/operations/parameters.h"
#include "server/operations/table_parts_json.h"
#include "server/wire/value_json.h"

namespace stator::server {
namespace {

using expressions::ExpressionKind;

// Beside a key condition, a filter may not name the keys.
void check_filter(const ExportFilter& bound, const KeySchema& key) {
  bound.filter->for_each_path([&](const expressions::DocumentPath& path) {
    if (!key.contains(path.top())) return;
    throw validation_error(
        fmt::format("Filter Expression can only contain non-primary key attributes: Primary key "
                    "attribute: {}",
                    path.top()));
  });
}

}  // namespace

std::string repeat_filter(const wire::FilterSpecification& specification) {
  std::string text;
  wire::JsonWriter json(text);
  json.begin_object();
  write_optional(json, "FilterExpression", specification.filter_expression);
  write_optional(json, "ProjectionExpression", specification.projection_expression);
  write_optional(json, "KeyConditionExpression", specification.key_condition_expression);
  if (specification.expression_attribute_names) {
    json.key("ExpressionAttributeNames").begin_object();
    for (const auto& [placeholder, name] : *specification.expression_attribute_names) {
      json.escaped_key(placeholder).string(name);
    }
    json.end_object();
  }
  if (specification.expression_attribute_values) {
    json.key("ExpressionAttributeValues").begin_object();
    for (const auto& [placeholder, value] : specification.expression_attribute_values->entries()) {
      json.escaped_key(placeholder);
      wire::write_value(json, value.peek());
    }
    json.end_object();
  }
  json.end_object();
  return text;
}

ExportFilter bind_filter_specification(wire::FilterSpecification& specification,
                                       const KeySchema& key) {
  const bool has_values =
      specification.filter_expression || specification.key_condition_expression;
  auto substitutions = take_substitutions(
      specification.expression_attribute_names, specification.expression_attribute_values,
      {.has_expression = has_values || specification.projection_expression,
       .has_value_expression = has_values,
       .missing_value_expressions = "FilterExpression and KeyConditionExpression are null"});
  ExportFilter bound;
  std::vector<expressions::KeyCondition> conditions;
  if (specification.key_condition_expression) {
    conditions = expressions::bind_key_conditions(
        *expressions::parse_condition(*specification.key_condition_expression,
                                      ExpressionKind::kKeyCondition),
        substitutions);
  }
  bound.filter =
      bind_condition(specification.filter_expression, ExpressionKind::kFilter, substitutions);
  bound.projection = bind_projection(specification.projection_expression, substitutions);
  substitutions.check_all_used();
  if (specification.key_condition_expression) {
    bound.range = expressions::resolve_key_conditions(conditions, key).range;
    if (bound.filter) check_filter(bound, key);
  }
  return bound;
}

}  // namespace stator::server

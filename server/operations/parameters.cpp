#include "server/operations/parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"
#include "model/table_arn.h"

namespace stator::server {

namespace {

std::string joined(std::initializer_list<Parameter> parameters) {
  std::string names;
  for (const Parameter& parameter : parameters) {
    if (!parameter.is_present) continue;
    if (!names.empty()) names += ", ";
    names += parameter.name;
  }
  return names;
}

// What is wrong with a placeholder is told before what is wrong with a value: so once a value has a
// fault, all placeholders are judged before it is thrown.
void check_placeholders(const std::optional<expressions::NameMap>& names,
                        const std::optional<wire::WireValues>& values) {
  if (!values) return;
  const auto& entries = values->entries();
  const bool has_fault = std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return entry.second.fault() != nullptr;
  });
  if (!has_fault) return;
  expressions::ValueMap placeholders;
  for (const auto& entry : entries) placeholders.emplace_back(entry.first, AttributeValue());
  const expressions::Substitutions judged(names.value_or(expressions::NameMap()),
                                          std::move(placeholders));
}

// A name is as long behind a placeholder as it is in an item.
void check_name_sizes(const std::optional<expressions::NameMap>& names) {
  if (!names) return;
  for (const auto& [placeholder, name] : *names) {
    if (name.size() <= limits::kAttributeNameBytesMax) continue;
    throw validation_error(std::string(messages::kAttributeNameTooLarge),
                           FaultClass::kAttributeValue);
  }
}

}  // namespace

std::shared_ptr<storage::Table> require_table(const CallContext& context,
                                              std::string_view parameter) {
  const storage::Database& database = context.engine.database_of(context.caller);
  auto table = parameter.starts_with("arn:")
                   ? database.find(parse_table_name(parameter).name)
                   : database.find(parameter);
  if (!table || !table->serves_items()) {
    Error error(ErrorCode::kResourceNotFound, std::string(messages::kResourceNotFound));
    error.table_name = parse_table_name(parameter).name;
    throw error;
  }
  return table;
}

void check_not_mixed(std::initializer_list<Parameter> legacy,
                     std::initializer_list<Parameter> expressions) {
  const std::string legacy_names = joined(legacy);
  if (legacy_names.empty()) return;
  const std::string expression_names = joined(expressions);
  if (expression_names.empty()) return;
  throw validation_error(
      fmt::format("Can not use both expression and non-expression parameters in the same request: "
                  "Non-expression parameters: {{{}}} Expression parameters: {{{}}}",
                  legacy_names, expression_names),
      FaultClass::kMixedParameters);
}

expressions::Substitutions take_substitutions(std::optional<expressions::NameMap>& names,
                                              std::optional<wire::WireValues>& values,
                                              const PlaceholderRules& rules) {
  if (names && !rules.has_expression) {
    throw validation_error("ExpressionAttributeNames can only be specified when using expressions",
                           FaultClass::kExpression);
  }
  if (names && names->empty()) {
    throw validation_error("ExpressionAttributeNames must not be empty", FaultClass::kExpression);
  }
  check_name_sizes(names);
  if (values && !rules.has_value_expression) {
    throw validation_error(
        fmt::format("ExpressionAttributeValues can only be specified when using expressions: {}",
                    rules.missing_value_expressions),
        FaultClass::kExpression);
  }
  if (values && values->empty()) {
    throw validation_error("ExpressionAttributeValues must not be empty", FaultClass::kExpression);
  }
  check_placeholders(names, values);
  return expressions::Substitutions(
      names ? std::move(*names) : expressions::NameMap(),
      values ? std::move(*values).take(rules.value_faults, rules.deep_values)
             : expressions::ValueMap());
}

std::optional<expressions::Condition> bind_condition(const std::optional<std::string>& text,
                                                     expressions::ExpressionKind kind,
                                                     expressions::Substitutions& substitutions) {
  if (!text) return std::nullopt;
  return expressions::Condition::bind(*expressions::parse_condition(*text, kind), kind,
                                      substitutions);
}

std::optional<expressions::Condition> bind_only_condition(
    const std::optional<std::string>& text, std::optional<expressions::NameMap>& names,
    std::optional<wire::WireValues>& values) {
  auto substitutions =
      take_substitutions(names, values,
                         {.has_expression = text.has_value(),
                          .has_value_expression = text.has_value(),
                          .missing_value_expressions = "ConditionExpression is null"});
  auto condition =
      bind_condition(text, expressions::ExpressionKind::kCondition, substitutions);
  substitutions.check_all_used();
  return condition;
}

std::optional<expressions::ProjectionPaths> bind_projection(
    const std::optional<std::string>& text, expressions::Substitutions& substitutions) {
  if (!text) return std::nullopt;
  return expressions::ProjectionPaths::bind(*expressions::parse_projection(*text), substitutions);
}

}  // namespace stator::server

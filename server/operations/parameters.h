// Rules about parameters that many operations share: tables named by name or ARN, expression and
// legacy parameters that exclude each other, placeholders.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "expressions/condition.h"
#include "expressions/projection.h"
#include "expressions/substitutions.h"
#include "server/operations/operation.h"
#include "server/wire/values.h"
#include "storage/table.h"

namespace stator::server {

// The table that a TableName parameter, a name or an ARN, means. Throws ResourceNotFoundException.
std::shared_ptr<storage::Table> require_table(const CallContext& context,
                                              std::string_view parameter);

// A parameter by its wire name, and whether the request has it.
struct Parameter {
  std::string_view name;
  bool is_present = false;
};

// Throws when parameters of both kinds are present; both lists are in the order of the message.
void check_not_mixed(std::initializer_list<Parameter> legacy,
                     std::initializer_list<Parameter> expressions);

// How an operation words the misuse of placeholders.
struct PlaceholderRules {
  bool has_expression = false;        // any expression that can use names
  bool has_value_expression = false;  // any expression that can use values
  // What follows "ExpressionAttributeValues can only be specified when using expressions: ".
  std::string_view missing_value_expressions = {};
  // UpdateItem alone reports some faults of values without naming the placeholder.
  wire::ValueFaultText value_faults = wire::ValueFaultText::kWrapped;
  wire::DeepValues deep_values = wire::DeepValues::kFaulty;
};

// Checks both maps and takes them out of the request.
expressions::Substitutions take_substitutions(
    std::optional<expressions::NameMap>& names, std::optional<wire::WireValues>& values,
    const PlaceholderRules& rules);

// Parses and binds an expression that may be absent.
std::optional<expressions::Condition> bind_condition(const std::optional<std::string>& text,
                                                     expressions::ExpressionKind kind,
                                                     expressions::Substitutions& substitutions);
// The ConditionExpression of a request that can have no other expression, with its placeholders.
std::optional<expressions::Condition> bind_only_condition(
    const std::optional<std::string>& text, std::optional<expressions::NameMap>& names,
    std::optional<wire::WireValues>& values);
std::optional<expressions::ProjectionPaths> bind_projection(
    const std::optional<std::string>& text, expressions::Substitutions& substitutions);

// True when the request has the enum value `expected` in `member`.
inline bool is(const std::optional<std::string>& member, std::string_view expected) {
  return member && *member == expected;
}

}  // namespace stator::server

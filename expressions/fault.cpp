#include "expressions/fault.h"

#include <fmt/format.h>

#include <string>

#include "model/error.h"

namespace stator::expressions {

void throw_fault(ExpressionKind kind, std::string_view text) {
  if (kind == ExpressionKind::kStatement) {
    throw validation_error(std::string(text), FaultClass::kExpression);
  }
  throw validation_error(fmt::format("Invalid {}: {}", kind_name(kind), text),
                         FaultClass::kExpression);
}

void throw_operand_count(ExpressionKind kind, std::string_view operation, std::size_t operands) {
  throw_fault(kind, fmt::format("Incorrect number of operands for operator or function; operator "
                                "or function: {}, number of operands: {}",
                                operation, operands));
}

void throw_operand_type(ExpressionKind kind, std::string_view operation, std::string_view type) {
  throw_fault(kind, fmt::format("Incorrect operand type for operator or function; operator or "
                                "function: {}, operand type: {}",
                                operation, type));
}

void throw_path_required(ExpressionKind kind, std::string_view operation) {
  throw_fault(kind, fmt::format("Operator or function requires a document path; operator or "
                                "function: {}",
                                operation));
}

void throw_overlap(ExpressionKind kind, const DocumentPath& one, const DocumentPath& two) {
  throw_fault(kind, fmt::format("Two document paths overlap with each other; must remove or "
                                "rewrite one of these paths; path one: {}, path two: {}",
                                one.to_string(), two.to_string()));
}

void throw_conflict(ExpressionKind kind, const DocumentPath& one, const DocumentPath& two) {
  throw_fault(kind, fmt::format("Two document paths conflict with each other; must remove or "
                                "rewrite one of these paths; path one: {}, path two: {}",
                                one.to_string(), two.to_string()));
}

}  // namespace stator::expressions

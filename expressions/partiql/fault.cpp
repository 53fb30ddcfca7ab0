#include "expressions/partiql/fault.h"

#include <fmt/format.h>

#include <utility>

#include "model/error.h"

namespace stator::expressions::partiql {

void fail_statement(std::string_view detail) {
  throw validation_error(
      fmt::format("Statement wasn't well formed, can't be processed: {}", detail),
      FaultClass::kExpression);
}

void fail_statement_at(std::string_view detail, const Token& token) {
  fail_statement(fmt::format("{} at {}", detail, token.position.to_string()));
}

void fail_path_component(const Token& token) {
  fail_statement_at("Unexpected path component", token);
}

void refuse_statement(std::string message) {
  throw validation_error(std::move(message), FaultClass::kExpression);
}

}  // namespace stator::expressions::partiql

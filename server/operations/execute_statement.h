// ExecuteStatement: one PartiQL statement.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/statements.h"

namespace stator::server {

struct ExecuteStatement {
  static constexpr std::string_view kName = "ExecuteStatement";
  using Request = wire::ExecuteStatementRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

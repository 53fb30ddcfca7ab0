// BatchExecuteStatement: up to 25 PartiQL statements, each on its own.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/statements.h"

namespace stator::server {

struct BatchExecuteStatement {
  static constexpr std::string_view kName = "BatchExecuteStatement";
  using Request = wire::BatchExecuteStatementRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

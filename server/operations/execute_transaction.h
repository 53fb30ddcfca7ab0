// ExecuteTransaction: up to a hundred PartiQL statements, all or nothing.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/statements.h"

namespace stator::server {

struct ExecuteTransaction {
  static constexpr std::string_view kName = "ExecuteTransaction";
  using Request = wire::ExecuteTransactionRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

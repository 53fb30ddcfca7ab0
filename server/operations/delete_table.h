// DeleteTable: a table and everything in it.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/table_operations.h"

namespace stator::server {

struct DeleteTable {
  static constexpr std::string_view kName = "DeleteTable";
  using Request = wire::DeleteTableRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

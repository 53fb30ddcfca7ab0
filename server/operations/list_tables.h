// ListTables: names, a page at a time.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/table_operations.h"

namespace stator::server {

struct ListTables {
  static constexpr std::string_view kName = "ListTables";
  using Request = wire::ListTablesRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

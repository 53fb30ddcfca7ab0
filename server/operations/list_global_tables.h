// ListGlobalTables: global tables of version 2017.11.29, a page at a time.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/global_tables.h"

namespace stator::server {

struct ListGlobalTables {
  static constexpr std::string_view kName = "ListGlobalTables";
  using Request = wire::ListGlobalTablesRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

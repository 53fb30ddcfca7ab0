// CreateGlobalTable: makes a global table (version 2017.11.29) of tables that are there.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/global_tables.h"

namespace stator::server {

struct CreateGlobalTable {
  static constexpr std::string_view kName = "CreateGlobalTable";
  using Request = wire::CreateGlobalTableRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// UpdateGlobalTable: adds and removes replicas (version 2017.11.29).
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/global_tables.h"

namespace stator::server {

struct UpdateGlobalTable {
  static constexpr std::string_view kName = "UpdateGlobalTable";
  using Request = wire::UpdateGlobalTableRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

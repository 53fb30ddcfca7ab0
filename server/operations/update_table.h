// UpdateTable: other capacity, indexes or settings.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/update_table.h"

namespace stator::server {

struct UpdateTable {
  static constexpr std::string_view kName = "UpdateTable";
  using Request = wire::UpdateTableRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// TransactGetItems: up to a hundred items as of one instant.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/transact_get_items.h"

namespace stator::server {

struct TransactGetItems {
  static constexpr std::string_view kName = "TransactGetItems";
  using Request = wire::TransactGetItemsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// DeleteItem: removes an item; removing nothing succeeds.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/delete_item.h"

namespace stator::server {

struct DeleteItem {
  static constexpr std::string_view kName = "DeleteItem";
  using Request = wire::DeleteItemRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

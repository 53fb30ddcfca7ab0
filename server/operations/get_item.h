// GetItem: one item by its key.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/get_item.h"

namespace stator::server {

struct GetItem {
  static constexpr std::string_view kName = "GetItem";
  using Request = wire::GetItemRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

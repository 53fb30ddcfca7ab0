// UpdateItem: changes parts of an item, or creates it.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/update_item.h"

namespace stator::server {

struct UpdateItem {
  static constexpr std::string_view kName = "UpdateItem";
  using Request = wire::UpdateItemRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// PutItem: stores a whole item, replacing the one with its key.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/put_item.h"

namespace stator::server {

struct PutItem {
  static constexpr std::string_view kName = "PutItem";
  using Request = wire::PutItemRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

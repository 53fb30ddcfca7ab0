// TransactWriteItems: up to a hundred writes and checks, all or nothing.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/transact_write_items.h"

namespace stator::server {

struct TransactWriteItems {
  static constexpr std::string_view kName = "TransactWriteItems";
  using Request = wire::TransactWriteItemsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

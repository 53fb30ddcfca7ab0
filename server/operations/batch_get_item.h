// BatchGetItem: up to a hundred items by key, from several tables.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/batch_get_item.h"

namespace stator::server {

struct BatchGetItem {
  static constexpr std::string_view kName = "BatchGetItem";
  using Request = wire::BatchGetItemRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// BatchWriteItem: up to 25 puts and deletes, each on its own.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/batch_write_item.h"

namespace stator::server {

struct BatchWriteItem {
  static constexpr std::string_view kName = "BatchWriteItem";
  using Request = wire::BatchWriteItemRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

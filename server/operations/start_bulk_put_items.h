// StartBulkPutItems: puts items from S3 into a table, in the background.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/bulk_operations.h"

namespace stator::server {

struct StartBulkPutItems {
  static constexpr std::string_view kName = "StartBulkPutItems";
  using Request = wire::StartBulkPutItemsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

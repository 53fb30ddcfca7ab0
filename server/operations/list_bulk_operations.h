// ListBulkOperations: the bulk operations of the last 90 days.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/bulk_operations.h"

namespace stator::server {

struct ListBulkOperations {
  static constexpr std::string_view kName = "ListBulkOperations";
  using Request = wire::ListBulkOperationsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

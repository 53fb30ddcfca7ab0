// CancelBulkOperation: stops a bulk operation.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/bulk_operations.h"

namespace stator::server {

struct CancelBulkOperation {
  static constexpr std::string_view kName = "CancelBulkOperation";
  using Request = wire::CancelBulkOperationRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

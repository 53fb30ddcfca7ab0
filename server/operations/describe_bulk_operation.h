// DescribeBulkOperation: how far a bulk operation is.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/bulk_operations.h"

namespace stator::server {

struct DescribeBulkOperation {
  static constexpr std::string_view kName = "DescribeBulkOperation";
  using Request = wire::DescribeBulkOperationRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

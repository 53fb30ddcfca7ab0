// DescribeEndpoints: where to send requests.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/table_operations.h"

namespace stator::server {

struct DescribeEndpoints {
  static constexpr std::string_view kName = "DescribeEndpoints";
  using Request = wire::DescribeEndpointsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

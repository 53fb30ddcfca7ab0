// DescribeLimits: the quotas of the account.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/table_operations.h"

namespace stator::server {

struct DescribeLimits {
  static constexpr std::string_view kName = "DescribeLimits";
  using Request = wire::DescribeLimitsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

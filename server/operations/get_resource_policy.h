// GetResourcePolicy: the policy of a table or stream.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/resource_policies.h"

namespace stator::server {

struct GetResourcePolicy {
  static constexpr std::string_view kName = "GetResourcePolicy";
  using Request = wire::GetResourcePolicyRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

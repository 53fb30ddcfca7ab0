// DeleteResourcePolicy: takes the policy off a table or stream.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/resource_policies.h"

namespace stator::server {

struct DeleteResourcePolicy {
  static constexpr std::string_view kName = "DeleteResourcePolicy";
  using Request = wire::DeleteResourcePolicyRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

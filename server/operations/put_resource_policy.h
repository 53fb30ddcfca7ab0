// PutResourcePolicy: attaches a policy to a table or stream.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/resource_policies.h"

namespace stator::server {

struct PutResourcePolicy {
  static constexpr std::string_view kName = "PutResourcePolicy";
  using Request = wire::PutResourcePolicyRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

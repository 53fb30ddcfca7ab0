// UpdateTableReplicaAutoScaling: sets the auto scaling of a table and its indexes.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/auto_scaling.h"

namespace stator::server {

struct UpdateTableReplicaAutoScaling {
  static constexpr std::string_view kName = "UpdateTableReplicaAutoScaling";
  using Request = wire::UpdateTableReplicaAutoScalingRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// UpdateTableReplicaAutoScaling: sets the auto scaling of a table and its indexes.
#pragma once

#include <optional>
#include <string_view>

#include "engine/auto_scaling.h"
#include "server/operations/operation.h"
#include "server/wire/requests/auto_scaling.h"

namespace stator::server {

struct UpdateTableReplicaAutoScaling {
  static constexpr std::string_view kName = "UpdateTableReplicaAutoScaling";
  using Request = wire::UpdateTableReplicaAutoScalingRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

// Settings of one kind of capacity, as UpdateGlobalTableSettings has them too.
std::optional<engine::AutoScalingUpdate> to_scaling(
    const std::optional<wire::AutoScalingSettingsUpdate>& update);

}  // namespace stator::server

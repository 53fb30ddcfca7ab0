// UpdateContinuousBackups: turns point-in-time recovery on and off.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

struct UpdateContinuousBackups {
  static constexpr std::string_view kName = "UpdateContinuousBackups";
  using Request = wire::UpdateContinuousBackupsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// RestoreTableToPointInTime: a table as another one was at some second.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

struct RestoreTableToPointInTime {
  static constexpr std::string_view kName = "RestoreTableToPointInTime";
  using Request = wire::RestoreTableToPointInTimeRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// ListBackups: kept backups by table, type and time.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

struct ListBackups {
  static constexpr std::string_view kName = "ListBackups";
  using Request = wire::ListBackupsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

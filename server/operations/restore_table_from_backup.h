// RestoreTableFromBackup: a table from a kept backup.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

struct RestoreTableFromBackup {
  static constexpr std::string_view kName = "RestoreTableFromBackup";
  using Request = wire::RestoreTableFromBackupRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

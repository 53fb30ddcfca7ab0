// DeleteBackup: drops a kept backup.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

struct DeleteBackup {
  static constexpr std::string_view kName = "DeleteBackup";
  using Request = wire::DeleteBackupRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

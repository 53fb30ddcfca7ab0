// CreateBackup: keeps a table as it is now.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

struct CreateBackup {
  static constexpr std::string_view kName = "CreateBackup";
  using Request = wire::CreateBackupRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// DescribeBackup: a kept backup and what it is of.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

struct DescribeBackup {
  static constexpr std::string_view kName = "DescribeBackup";
  using Request = wire::DescribeBackupRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// DescribeContinuousBackups: whether a table can be restored to a point in time, and to which.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

struct DescribeContinuousBackups {
  static constexpr std::string_view kName = "DescribeContinuousBackups";
  using Request = wire::DescribeContinuousBackupsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

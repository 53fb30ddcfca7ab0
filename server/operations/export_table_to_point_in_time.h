// ExportTableToPointInTime: begins to write a table to S3.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/exports.h"

namespace stator::server {

struct ExportTableToPointInTime {
  static constexpr std::string_view kName = "ExportTableToPointInTime";
  using Request = wire::ExportTableToPointInTimeRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

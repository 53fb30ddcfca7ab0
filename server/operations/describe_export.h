// DescribeExport: how an export stands.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/exports.h"

namespace stator::server {

struct DescribeExport {
  static constexpr std::string_view kName = "DescribeExport";
  using Request = wire::DescribeExportRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

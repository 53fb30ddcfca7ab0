// DescribeImport: how an import stands.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/imports.h"

namespace stator::server {

struct DescribeImport {
  static constexpr std::string_view kName = "DescribeImport";
  using Request = wire::DescribeImportRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

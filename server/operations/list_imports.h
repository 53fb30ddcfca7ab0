// ListImports: the imports of the last 90 days.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/imports.h"

namespace stator::server {

struct ListImports {
  static constexpr std::string_view kName = "ListImports";
  using Request = wire::ListImportsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

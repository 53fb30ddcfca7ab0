// ListExports: the exports of the last 90 days.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/exports.h"

namespace stator::server {

struct ListExports {
  static constexpr std::string_view kName = "ListExports";
  using Request = wire::ListExportsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

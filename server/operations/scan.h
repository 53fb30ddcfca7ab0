// Scan: everything, in hash order, or one segment of it.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/scan.h"

namespace stator::server {

struct Scan {
  static constexpr std::string_view kName = "Scan";
  using Request = wire::ScanRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// UntagResource: takes tags off a table.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/tags.h"

namespace stator::server {

struct UntagResource {
  static constexpr std::string_view kName = "UntagResource";
  using Request = wire::UntagResourceRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

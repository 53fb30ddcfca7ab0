// TagResource: puts tags on a table.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/tags.h"

namespace stator::server {

struct TagResource {
  static constexpr std::string_view kName = "TagResource";
  using Request = wire::TagResourceRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

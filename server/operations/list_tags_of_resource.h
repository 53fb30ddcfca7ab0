// ListTagsOfResource: the tags of a table, page by page.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/tags.h"

namespace stator::server {

struct ListTagsOfResource {
  static constexpr std::string_view kName = "ListTagsOfResource";
  using Request = wire::ListTagsOfResourceRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

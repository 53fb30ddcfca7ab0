// Query: a range of one item collection, in key order.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/query.h"

namespace stator::server {

struct Query {
  static constexpr std::string_view kName = "Query";
  using Request = wire::QueryRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

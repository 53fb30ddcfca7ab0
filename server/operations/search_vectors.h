// SearchVectors: the nearest neighbours of a vector.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/vector_indexes.h"

namespace stator::server {

struct SearchVectors {
  static constexpr std::string_view kName = "SearchVectors";
  using Request = wire::SearchVectorsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// ImportTable: a table from objects of S3.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/imports.h"

namespace stator::server {

struct ImportTable {
  static constexpr std::string_view kName = "ImportTable";
  using Request = wire::ImportTableRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// CreateTable: a new table, empty and at once ready.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/create_table.h"

namespace stator::server {

struct CreateTable {
  static constexpr std::string_view kName = "CreateTable";
  using Request = wire::CreateTableRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// DescribeGlobalTable: one global table of version 2017.11.29.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/global_tables.h"

namespace stator::server {

struct DescribeGlobalTable {
  static constexpr std::string_view kName = "DescribeGlobalTable";
  using Request = wire::DescribeGlobalTableRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

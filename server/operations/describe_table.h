// DescribeTable: keys, indexes, settings and counts of one table.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/table_operations.h"

namespace stator::server {

struct DescribeTable {
  static constexpr std::string_view kName = "DescribeTable";
  using Request = wire::DescribeTableRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// DescribeGlobalTableSettings: the capacity of each replica (version 2017.11.29).
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/global_tables.h"

namespace stator::server {

struct DescribeGlobalTableSettings {
  static constexpr std::string_view kName = "DescribeGlobalTableSettings";
  using Request = wire::DescribeGlobalTableSettingsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

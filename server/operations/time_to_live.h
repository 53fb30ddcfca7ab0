// Time to Live: UpdateTimeToLive, DescribeTimeToLive.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/time_to_live.h"

namespace stator::server {

struct UpdateTimeToLive {
  static constexpr std::string_view kName = "UpdateTimeToLive";
  using Request = wire::UpdateTimeToLiveRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

struct DescribeTimeToLive {
  static constexpr std::string_view kName = "DescribeTimeToLive";
  using Request = wire::DescribeTimeToLiveRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

// Kinesis streaming destinations: Enable-, Disable-, Update- and
// DescribeKinesisStreamingDestination.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/kinesis_destinations.h"

namespace stator::server {

struct EnableKinesisStreamingDestination {
  static constexpr std::string_view kName = "EnableKinesisStreamingDestination";
  using Request = wire::EnableKinesisStreamingDestinationRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

struct DisableKinesisStreamingDestination {
  static constexpr std::string_view kName = "DisableKinesisStreamingDestination";
  using Request = wire::DisableKinesisStreamingDestinationRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

struct UpdateKinesisStreamingDestination {
  static constexpr std::string_view kName = "UpdateKinesisStreamingDestination";
  using Request = wire::UpdateKinesisStreamingDestinationRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

struct DescribeKinesisStreamingDestination {
  static constexpr std::string_view kName = "DescribeKinesisStreamingDestination";
  using Request = wire::DescribeKinesisStreamingDestinationRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

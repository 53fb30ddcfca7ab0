// DynamoDB Streams: ListStreams, DescribeStream, GetShardIterator, GetRecords.
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/streams.h"

namespace stator::server {

struct ListStreams {
  static constexpr std::string_view kName = "ListStreams";
  static constexpr Service kService = Service::kStreams;
  using Request = wire::ListStreamsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

struct DescribeStream {
  static constexpr std::string_view kName = "DescribeStream";
  static constexpr Service kService = Service::kStreams;
  using Request = wire::DescribeStreamRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

struct GetShardIterator {
  static constexpr std::string_view kName = "GetShardIterator";
  static constexpr Service kService = Service::kStreams;
  using Request = wire::GetShardIteratorRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

struct GetRecords {
  static constexpr std::string_view kName = "GetRecords";
  static constexpr Service kService = Service::kStreams;
  using Request = wire::GetRecordsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server

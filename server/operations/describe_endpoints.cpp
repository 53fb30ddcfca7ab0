#include "server/operations/describe_endpoints.h"

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace stator::server {

// The address of the service itself. SDKs ask only when endpoint discovery is switched on, and a
// client with an endpoint of its own does not follow the answer.
void DescribeEndpoints::execute(Request&, CallContext& context, wire::JsonWriter& out) {
  constexpr std::int64_t kMinutesPerDay = 24 * 60;
  const std::string address = fmt::format("dynamodb.{}.amazonaws.com", context.caller.region);
  out.begin_object().key("Endpoints").begin_array().begin_object();
  out.member("Address", address);
  out.member("CachePeriodInMinutes", kMinutesPerDay);
  out.end_object().end_array().end_object();
}

}  // namespace stator::server

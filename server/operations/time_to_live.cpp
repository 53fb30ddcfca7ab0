#include "server/operations/time_to_live.h"

#include "engine/time_to_live.h"
#include "model/table_arn.h"

namespace stator::server {

void UpdateTimeToLive::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto& specification = *request.time_to_live_specification;
  engine::update_time_to_live(
      context.engine, context.caller, parse_table_name(*request.table_name).name,
      {.enabled = *specification.enabled, .attribute = *specification.attribute_name});
  out.begin_object().key("TimeToLiveSpecification").begin_object();
  out.member("Enabled", *specification.enabled);
  out.member("AttributeName", *specification.attribute_name);
  out.end_object().end_object();
}

void DescribeTimeToLive::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto settings = engine::describe_time_to_live(context.engine, context.caller,
                                                      parse_table_name(*request.table_name).name);
  out.begin_object().key("TimeToLiveDescription").begin_object();
  out.member("TimeToLiveStatus", settings.enabled ? "ENABLED" : "DISABLED");
  if (settings.enabled) out.member("AttributeName", settings.attribute);
  out.end_object().end_object();
}

}  // namespace stator::server

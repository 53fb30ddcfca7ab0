#include "server/operations/delete_resource_policy.h"

#include "engine/resource_policy.h"

namespace stator::server {

void DeleteResourcePolicy::execute(Request& request, CallContext& context,
                                   wire::JsonWriter& out) {
  const auto name = engine::parse_resource_arn(*request.resource_arn, context.caller,
                                               engine::ResourceUse::kPolicy);
  const auto revision = engine::delete_resource_policy(
      context.engine, name, request.expected_revision_id, context.caller);
  out.begin_object();
  if (revision) out.member("RevisionId", *revision);
  out.end_object();
}

}  // namespace stator::server

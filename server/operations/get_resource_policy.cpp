#include "server/operations/get_resource_policy.h"

#include "engine/resource_policy.h"
#include "server/operations/policy_document.h"

namespace stator::server {

void GetResourcePolicy::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto name = engine::parse_resource_arn(*request.resource_arn, context.caller,
                                               engine::ResourceUse::kPolicy);
  const auto policy = engine::get_resource_policy(context.engine, name, *request.resource_arn,
                                                  context.caller);
  out.begin_object();
  out.member("Policy", show_policy_document(policy.document));
  out.member("RevisionId", policy.revision_id);
  out.end_object();
}

}  // namespace stator::server

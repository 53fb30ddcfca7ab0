#include "server/operations/put_resource_policy.h"

#include "engine/resource_policy.h"
#include "server/operations/policy_document.h"

namespace stator::server {

void PutResourcePolicy::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto name = engine::parse_resource_arn(*request.resource_arn, context.caller, kName);
  check_policy_document(*request.policy);
  const auto revision =
      engine::put_resource_policy(context.engine, name, *request.resource_arn, *request.policy,
                                  request.expected_revision_id, context.caller);
  out.begin_object().member("RevisionId", revision).end_object();
}

}  // namespace stator::server

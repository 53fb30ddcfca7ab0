#include "server/operations/put_resource_policy.h"

#include "engine/resource_policy.h"
#include "server/operations/policy_document.h"

namespace stator::server {

void PutResourcePolicy::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto name = engine::parse_resource_arn(*request.resource_arn, context.caller,
                                               engine::ResourceUse::kPolicy);
  const std::string document =
      read_policy_document(*request.policy,
                           {.is_stream = !name.stream_label.empty(),
                            .may_lock_out = request.confirm_remove_self_resource_access.value_or(
                                false)});
  const auto revision =
      engine::put_resource_policy(context.engine, name, document, request.expected_revision_id,
                                  context.caller);
  out.begin_object().member("RevisionId", revision).end_object();
}

}  // namespace stator::server

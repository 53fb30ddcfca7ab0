#include "server/operations/untag_resource.h"

#include "engine/tags.h"

namespace stator::server {

// The answer has no body at all.
void UntagResource::execute(Request& request, CallContext& context, wire::JsonWriter&) {
  engine::untag_resource(context.engine, *request.resource_arn, *request.tag_keys,
                         context.caller);
}

}  // namespace stator::server

#include "server/operations/tag_resource.h"

#include "engine/tags.h"
#include "server/operations/table_request.h"

namespace stator::server {

// The answer has no body at all.
void TagResource::execute(Request& request, CallContext& context, wire::JsonWriter&) {
  engine::tag_resource(context.engine, *request.resource_arn, to_tags(*request.tags),
                       context.caller);
}

}  // namespace stator::server

#include "server/operations/list_tags_of_resource.h"

#include "engine/tags.h"

namespace stator::server {

// There is no second page, so a NextToken is of no answer: the service ignores such ones.
void ListTagsOfResource::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto tags = engine::list_tags(context.engine, *request.resource_arn, context.caller);
  out.begin_object().key("Tags").begin_array();
  for (const auto& [key, value] : tags) {
    out.begin_object().member("Key", key).member("Value", value).end_object();
  }
  out.end_array().end_object();
}

}  // namespace stator::server

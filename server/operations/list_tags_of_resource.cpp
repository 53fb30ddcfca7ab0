#include "server/operations/list_tags_of_resource.h"

#include <optional>
#include <string>

#include "engine/tags.h"
#include "model/error.h"
#include "server/wire/base64.h"

namespace stator::server {
namespace {

// A token is the last key of the page before, in base64. One that is none begins anew, as on the
// service.
std::optional<std::string> key_of_token(const std::optional<std::string>& token) {
  if (!token) return std::nullopt;
  try {
    return wire::decode_base64(*token);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

void ListTagsOfResource::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto page = engine::list_tags(context.engine, *request.resource_arn,
                                      key_of_token(request.next_token), context.caller);
  out.begin_object().key("Tags").begin_array();
  for (const auto& [key, value] : page.tags) {
    out.begin_object().member("Key", key).member("Value", value).end_object();
  }
  out.end_array();
  if (page.last_key) out.member("NextToken", wire::encode_base64(*page.last_key));
  out.end_object();
}

}  // namespace stator::server

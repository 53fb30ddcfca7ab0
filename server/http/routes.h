// The server's own paths: what is asked of it by GET, POST or DELETE without an API call.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/dispatcher.h"
#include "server/http/message.h"

namespace stator::server::http {

class Api;

struct Route {
  Method method;
  // One part of it, between two slashes, may be "{name}": it stands for any text but an empty one.
  std::string_view path;
  std::string_view content_type;
  ApiReply (*answer)(Api& api, std::string_view name);
};

// A route, and what stands for its name.
struct FoundRoute {
  const Route& route;
  std::string_view name;
};

// The route, or nothing. HEAD finds what GET finds.
std::optional<FoundRoute> find_route(Method method, std::string_view path);

// True for paths below /_stator, which are nobody else's.
bool is_own_path(std::string_view path);

// The error for an own path that is no route, which lists those there are.
std::string describe_routes();

}  // namespace stator::server::http

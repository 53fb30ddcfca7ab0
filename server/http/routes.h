// The server's own paths: what is asked of it by GET, POST or DELETE without an API call.
#pragma once

#include <string>
#include <string_view>

#include "server/http/message.h"

namespace stator::server::http {

class Api;

struct Route {
  Method method;
  std::string_view path;
  std::string_view content_type;
  std::string (*answer)(Api&);
};

// The route, or nullptr. HEAD finds what GET finds.
const Route* find_route(Method method, std::string_view path);

// True for paths below /_stator, which are nobody else's.
bool is_own_path(std::string_view path);

// The error for an own path that is no route, which lists those there are.
std::string describe_routes();

}  // namespace stator::server::http

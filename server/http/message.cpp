#include "server/http/message.h"

namespace stator::server::http {
namespace {

// What an idle connection may keep for its next request.
constexpr std::size_t kKeptBodyBytesMax = std::size_t{256} * 1024;

}  // namespace

void HttpRequest::clear() {
  arrival = Arrival::kComplete;
  method = Method::kOther;
  is_http_1_0 = false;
  has_date = false;
  expects_continue = false;
  target.clear();
  api_target.clear();
  authorization.clear();
  content_type.clear();
  content_encoding.clear();
  accept_encoding.clear();
  origin.clear();
  cors_headers.clear();
  cors_method.clear();
  label.clear();
  all_headers.clear();
  if (body.capacity() > kKeptBodyBytesMax) {
    body = std::string();
  } else {
    body.clear();
  }
}

}  // namespace stator::server::http

#include "server/http/message.h"

namespace stator::server::http {
namespace {

// What an idle connection may keep for its next request.
constexpr std::size_t kKeptBodyBytesMax = std::size_t{256} * 1024;

// What is claimed for a body: itself, its JSON and its values. Small ones are not worth the count.
constexpr std::size_t kClaimPerByte = 4;
constexpr std::size_t kUnclaimedBytesMax = std::size_t{64} * 1024;

}  // namespace

bool HttpRequest::expect_body(std::size_t bytes) {
  return bytes <= kUnclaimedBytesMax || memory.grow_to(bytes * kClaimPerByte);
}

void HttpRequest::clear() {
  memory.clear();
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

// One HTTP request and one HTTP reply, as the gateway sees them: no sockets, no Beast.
//
// Both are plain values. A session keeps one HttpRequest for its whole life and has the parser fill
// it again and again, so that its strings keep their capacity.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/memory_limit.h"
#include "server/auth/signature.h"

namespace stator::server::http {

// The service's limit for a request body; it holds for the bytes sent and for what they inflate to.
inline constexpr std::size_t kBodyBytesMax = std::size_t{16} * 1024 * 1024;

enum class Method : std::uint8_t { kGet, kHead, kPost, kDelete, kOptions, kOther };

// How much of the request could be read. Everything but kComplete is answered with a refusal, after
// which the connection closes: the rest of its bytes cannot be told apart from a next request.
enum class Arrival : std::uint8_t {
  kComplete,
  kBodyTooLarge,
  kHeaderTooLarge,
  kMalformed,
  kNoMemory,  // model/memory_limit.h
};

struct HttpRequest {
  Arrival arrival = Arrival::kComplete;
  Method method = Method::kOther;
  bool is_http_1_0 = false;
  bool has_date = false;          // X-Amz-Date or Date is present
  bool expects_continue = false;  // Expect: 100-continue
  std::string target;             // path and query, as sent

  // Headers; empty when absent.
  std::string api_target;  // X-Amz-Target
  std::string authorization;
  std::string content_type;
  std::string content_encoding;
  std::string accept_encoding;
  std::string origin;
  std::string cors_headers;  // Access-Control-Request-Headers
  std::string cors_method;   // Access-Control-Request-Method
  std::string label;         // X-Stator-Label

  // Every header as it came, for the check of signatures; empty unless they are to be kept.
  std::vector<SignedRequest::Header> all_headers;
  bool keeps_all_headers = false;  // stays when the request is cleared

  std::string body;
  MemoryClaim memory;  // for the body and what is made of it

  // Counts on so many bytes of body. False when there is no memory for it.
  bool expect_body(std::size_t bytes);

  // Empties the request for the next one. Ordinary capacity stays, that of a huge body is given
  // back.
  void clear();
};

// 52 characters of [0-9A-Z].
using RequestId = std::array<char, 52>;

struct HttpReply {
  unsigned status = 200;
  std::string_view content_type;  // static text; empty: no such header
  std::string extra_headers;      // whole lines, each with its CRLF
  std::optional<RequestId> request_id;
  std::optional<std::uint32_t> crc32;  // of `body`
  std::string body;
  bool is_gzipped = false;         // `body` is compressed
  bool is_head = false;            // describe `body`, do not send it
  bool is_chunked = false;         // an empty body framed as chunks, as the service's 413 is
  bool closes_connection = false;  // whatever the client asked for
};

}  // namespace stator::server::http

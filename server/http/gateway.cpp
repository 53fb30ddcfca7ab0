#include "server/http/gateway.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <string_view>
#include <utility>
#include <variant>

#include "model/entropy.h"
#include "model/memory_limit.h"
#include "server/dispatcher.h"
#include "server/http/crc32.h"
#include "server/http/gzip.h"
#include "server/http/routes.h"
#include "server/wire/error_json.h"

namespace stator::server::http {
namespace {

constexpr std::string_view kJson10 = "application/x-amz-json-1.0";
constexpr std::string_view kJson11 = "application/x-amz-json-1.1";
constexpr std::string_view kJson = "application/json";

// What DynamoDB Local answers to whatever is not a signed call of the API: health checks wait for
// the status, and one of them for the type.
constexpr std::string_view kMissingToken =
    R"({"__type":"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken",)"
    R"("Message":"Request must contain either a valid (registered) AWS access key ID or X.509 )"
    R"(certificate."})";
constexpr std::string_view kUnknownOperation = "<UnknownOperationException/>\n";
constexpr std::string_view kSerializationException =
    R"({"__type":"com.amazon.coral.service#SerializationException"})";
constexpr std::string_view kInternalFailure =
    R"({"__type":"com.amazon.coral.service#InternalFailure","message":""})";

// Below, the gzip header and the time to compress cost more than the bytes.
constexpr std::size_t kGzippedBytesMin = 1024;

// Request ids of the service end alike; the first half is the random one.
constexpr std::string_view kIdDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
constexpr std::string_view kIdTail = "VV4KQNSO5AEMVJF66Q9ASUAAJG";
constexpr std::size_t kIdRandomDigits = std::tuple_size_v<RequestId> - kIdTail.size();

// The part of a request target before '?', without the authority of the absolute form.
std::string_view path_of(std::string_view target) {
  if (target.starts_with("http://")) {
    target.remove_prefix(std::min(target.find('/', 7), target.size()));
  }
  return target.substr(0, target.find('?'));
}

std::string_view query_of(std::string_view target) {
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

// The type without its parameters and the blanks around it.
std::string_view media_type(std::string_view content_type) {
  std::string_view type = content_type.substr(0, content_type.find(';'));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) {
    type.remove_suffix(1);
  }
  return type;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

void answer_too_large(HttpReply& reply) {
  reply = HttpReply();
  reply.status = 413;
  reply.is_chunked = true;
  reply.closes_connection = true;
}

void answer_no_memory(HttpReply& reply) {
  ApiReply answer = wire::render_error(memory_exhausted());
  reply.status = answer.status;
  reply.content_type = kJson;
  reply.body = std::move(answer.body);
}

// `list` is "*", or origins separated by commas.
bool allows_origin(std::string_view list, std::string_view origin) {
  if (list == "*") return true;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (list.substr(0, comma) == origin) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

void compress_if_wanted(const HttpRequest& request, HttpReply& reply) {
  if (reply.body.size() >= kGzippedBytesMin && accepts_gzip(request.accept_encoding)) {
    reply.body = deflate_gzip(reply.body);
    reply.is_gzipped = true;
  }
}

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace

Gateway::Gateway(Api& api, Entropy& entropy, GatewayOptions options)
    : api_(api),
      options_(std::move(options)),
      id_state_(entropy.next()),
      verifies_signatures_(api.verifies_signatures()) {}

HttpReply Gateway::handle(HttpRequest& request) {
  HttpReply reply;
  try {
    answer_in_order(request, reply);
    if (!reply.is_chunked) {
      compress_if_wanted(request, reply);
      reply.crc32 = crc32_of(reply.body);
    }
    reply.is_head = request.method == Method::kHead;
  } catch (const std::exception&) {
    reply = HttpReply();
    reply.status = 500;
    reply.content_type = kJson;
    reply.body = kInternalFailure;
    reply.request_id = next_request_id();
    reply.crc32 = crc32_of(reply.body);
  }
  return reply;
}

// The order in which the service applies its checks. Those that need the body's JSON (target,
// authentication, types, constraints) follow in the dispatcher.
void Gateway::answer_in_order(HttpRequest& request, HttpReply& reply) {
  static constexpr std::array kChecks = {
      &Gateway::refuse_unreadable,      // 413, without a request id
      &Gateway::assign_request_id,      //
      &Gateway::answer_origin,          // CORS, and its OPTIONS
      &Gateway::answer_own_path,        // /_stator/..., health checks
      &Gateway::answer_health,          // GET and HEAD of any other path
      &Gateway::refuse_method_or_type,  // 404, in XML
      &Gateway::keep_what_is_signed,    //
      &Gateway::inflate_body,           // 413 again
      &Gateway::call_api,
  };
  for (const auto check : kChecks) {
    if ((this->*check)(request, reply) == Step::kAnswered) {
      return;
    }
  }
}

Gateway::Step Gateway::refuse_unreadable(HttpRequest& request, HttpReply& reply) {
  switch (request.arrival) {
    case Arrival::kComplete:
      return Step::kContinue;
    case Arrival::kBodyTooLarge:
      answer_too_large(reply);
      return Step::kAnswered;
    case Arrival::kNoMemory:
      reply.request_id = next_request_id();
      answer_no_memory(reply);
      break;
    case Arrival::kHeaderTooLarge:
      reply.status = 431;
      break;
    case Arrival::kMalformed:
      reply.status = 400;
      break;
  }
  reply.closes_connection = true;
  return Step::kAnswered;
}

Gateway::Step Gateway::assign_request_id(HttpRequest&, HttpReply& reply) {
  reply.request_id = next_request_id();
  return Step::kContinue;
}

// Origins that are not allowed get no headers: browsers then refuse the answer, and nobody else
// looks.
Gateway::Step Gateway::answer_origin(HttpRequest& request, HttpReply& reply) {
  if (request.origin.empty() || !allows_origin(options_.cors, request.origin)) {
    return Step::kContinue;
  }
  const bool allows_any = options_.cors == "*";
  std::string& headers = reply.extra_headers;
  headers.append("Access-Control-Allow-Origin: ")
      .append(allows_any ? "*" : request.origin)
      .append(allows_any ? "\r\n" : "\r\nVary: Origin\r\n");
  if (request.method != Method::kOptions) {
    headers += "Access-Control-Expose-Headers: x-amzn-RequestId,x-amz-crc32,Date\r\n";
    return Step::kContinue;
  }
  if (!request.cors_headers.empty()) {
    headers.append("Access-Control-Allow-Headers: ").append(request.cors_headers).append("\r\n");
  }
  if (!request.cors_method.empty()) {
    headers.append("Access-Control-Allow-Methods: ").append(request.cors_method).append("\r\n");
  }
  headers += "Access-Control-Max-Age: 172800\r\n";
  return Step::kAnswered;
}

Gateway::Step Gateway::answer_own_path(HttpRequest& request, HttpReply& reply) {
  // An API call may go to any path, even to one of these.
  if (!request.api_target.empty()) return Step::kContinue;
  const std::string_view path = path_of(request.target);
  if (const auto found = find_route(request.method, path)) {
    ApiReply answer = found->route.answer(api_, found->name);
    reply.content_type = found->route.content_type;
    reply.status = answer.status;
    reply.body = std::move(answer.body);
    return Step::kAnswered;
  }
  if (!is_own_path(path)) return Step::kContinue;
  reply.content_type = kJson;
  reply.status = 404;
  reply.body = describe_routes();
  return Step::kAnswered;
}

Gateway::Step Gateway::answer_health(HttpRequest& request, HttpReply& reply) {
  if (request.method != Method::kGet && request.method != Method::kHead) {
    return Step::kContinue;
  }
  if (options_.root == RootAnswer::kMissingToken) {
    reply.status = 400;
    reply.content_type = kJson10;
    reply.body = kMissingToken;
  } else {
    reply.body = kHealthy;
  }
  return Step::kAnswered;
}

Gateway::Step Gateway::refuse_method_or_type(HttpRequest& request, HttpReply& reply) {
  const std::string_view type = media_type(request.content_type);
  const bool is_json_1_0 = equals_ignoring_case(type, kJson10);
  const bool is_known =
      is_json_1_0 || equals_ignoring_case(type, kJson11) || equals_ignoring_case(type, kJson);
  // Without a body, the type does not matter: the answer is that the target or the body is missing.
  if (request.method == Method::kPost && (is_known || request.body.empty())) {
    reply.content_type = is_json_1_0 ? kJson10 : kJson;
    return Step::kContinue;
  }
  reply.status = 404;
  reply.body = kUnknownOperation;
  return Step::kAnswered;
}

// Before the body changes: clients sign what they send.
Gateway::Step Gateway::keep_what_is_signed(HttpRequest& request, HttpReply&) {
  if (verifies_signatures_) {
    signed_.method = "POST";  // others have been answered
    signed_.path = path_of(request.target);
    signed_.query = query_of(request.target);
    signed_.headers.swap(request.all_headers);
    signed_.payload_hash = to_hex(sha256(request.body));
  }
  return Step::kContinue;
}

Gateway::Step Gateway::inflate_body(HttpRequest& request, HttpReply& reply) {
  if (request.body.empty() || !equals_ignoring_case(request.content_encoding, "gzip")) {
    return Step::kContinue;
  }
  auto inflated = inflate_gzip(request.body, kBodyBytesMax);
  if (std::string* bytes = std::get_if<std::string>(&inflated)) {
    request.body = std::move(*bytes);
    if (request.expect_body(request.body.size())) return Step::kContinue;
    answer_no_memory(reply);
    return Step::kAnswered;
  }
  if (std::get<InflateFault>(inflated) == InflateFault::kTooLarge) {
    answer_too_large(reply);
  } else {
    reply.status = 400;
    reply.body = kSerializationException;
  }
  return Step::kAnswered;
}

Gateway::Step Gateway::call_api(HttpRequest& request, HttpReply& reply) {
  ApiRequest call{.target = request.api_target,
                  .authorization = request.authorization,
                  .query = query_of(request.target),
                  .has_date = request.has_date,
                  .label = request.label,
                  .signed_request = verifies_signatures_ ? &signed_ : nullptr,
                  .body = std::move(request.body)};
  ApiReply answer = api_.handle(call);
  request.body = std::move(call.body);
  reply.status = answer.status;
  reply.body = std::move(answer.body);
  if (!answer.hint.empty()) {
    reply.extra_headers.append("X-Stator-Hint: ").append(answer.hint).append("\r\n");
  }
  return Step::kAnswered;
}

// 26 digits of five bits: a generator of its own (SplitMix64) is cheaper than asking for true
// randomness that nobody relies on.
RequestId Gateway::next_request_id() {
  RequestId id;
  std::uint64_t bits = 0;
  constexpr std::size_t kDigitsPerDraw = 64 / 5;
  for (std::size_t i = 0; i < kIdRandomDigits; ++i) {
    if (i % kDigitsPerDraw == 0) {
      id_state_ += 0x9E3779B97F4A7C15U;
      bits = mixed(id_state_);
    }
    id[i] = kIdDigits[bits & 31U];
    bits >>= 5U;
  }
  std::copy(kIdTail.begin(), kIdTail.end(), id.begin() + kIdRandomDigits);
  return id;
}

}  // namespace stator::server::http

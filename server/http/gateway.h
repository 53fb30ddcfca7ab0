// From an HTTP request to an HTTP reply: the protocol checks that need no JSON, the few paths that
// are the server's own, and for everything else one call of the API.
//
// No sockets, so that tests can call it. One Gateway serves one thread; an Api serves all of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/auth/signature.h"
#include "server/http/message.h"

namespace stator {
class Entropy;
}  // namespace stator

namespace stator::server {
struct ApiReply;
struct ApiRequest;
enum class SnapshotAction : std::uint8_t;
}  // namespace stator::server

namespace stator::server::http {

// What the gateway needs of the dispatcher. Safe to call from any thread.
class Api {
 public:
  virtual ~Api() = default;

  virtual ApiReply handle(ApiRequest& request) = 0;
  // Whether `handle` needs what signatures cover. Always the same.
  virtual bool verifies_signatures() const { return false; }
  virtual std::string metering_report() = 0;
  virtual void reset_metering() = 0;
  virtual std::string insights_report() = 0;
  virtual std::string metrics() = 0;
  virtual void reset() = 0;
  virtual ApiReply snapshots(SnapshotAction action, std::string_view name) = 0;
};

// What the service's load balancers ask for; the blank at the end is theirs.
inline constexpr std::string_view kHealthy = "healthy: dynamodb.us-east-1.amazonaws.com ";

// What GET and HEAD of paths that mean nothing get.
enum class RootAnswer : std::uint8_t {
  kLikeService,   // 200, as the service
  kMissingToken,  // 400, as DynamoDB Local
};

struct GatewayOptions {
  RootAnswer root = RootAnswer::kLikeService;
  std::string cors = "*";  // origins separated by commas
};

class Gateway {
 public:
  // `api` must outlive the gateway; `entropy` seeds the request ids and is not kept.
  Gateway(Api& api, Entropy& entropy, GatewayOptions options = {});

  // Answers one request; uses up its body, and leaves the body's memory in it for the next one.
  // Never throws: what escapes the API becomes an InternalFailure.
  HttpReply handle(HttpRequest& request);

  // Whether requests have to keep all their headers.
  bool verifies_signatures() const { return verifies_signatures_; }

 private:
  enum class Step : std::uint8_t { kContinue, kAnswered };

  void answer_in_order(HttpRequest& request, HttpReply& reply);

  // The checks, in the order in which gateway.cpp lists them.
  Step refuse_unreadable(HttpRequest& request, HttpReply& reply);
  Step assign_request_id(HttpRequest& request, HttpReply& reply);
  Step answer_origin(HttpRequest& request, HttpReply& reply);
  Step answer_own_path(HttpRequest& request, HttpReply& reply);
  Step answer_health(HttpRequest& request, HttpReply& reply);
  Step refuse_method_or_type(HttpRequest& request, HttpReply& reply);
  Step keep_what_is_signed(HttpRequest& request, HttpReply& reply);
  Step inflate_body(HttpRequest& request, HttpReply& reply);
  Step call_api(HttpRequest& request, HttpReply& reply);

  RequestId next_request_id();

  Api& api_;
  const GatewayOptions options_;
  std::uint64_t id_state_;
  const bool verifies_signatures_;
  SignedRequest signed_;  // of the request at hand; used only if signatures are verified
};

}  // namespace stator::server::http

// A client for tests: calls a Dispatcher as the gateway does, without HTTP.
#pragma once

#include <rapidjson/document.h>

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>

#include "model/clock.h"
#include "model/entropy.h"
#include "server/dispatcher.h"

namespace stator::server::testing {

// A clock that stands still until a test moves it.
class ManualClock final : public Clock {
 public:
  Timestamp now() const override { return now_; }
  void advance(std::chrono::milliseconds by) { now_ += by; }

 private:
  Timestamp now_{std::chrono::milliseconds(1'790'000'000'123)};
};

// Repeats exactly.
class CountingEntropy final : public Entropy {
 public:
  std::uint64_t next() override { return state_.fetch_add(0x9E3779B97F4A7C15U); }

 private:
  std::atomic<std::uint64_t> state_{1};
};

// One server of its own.
class ApiClient {
 public:
  explicit ApiClient(const DispatcherOptions& options = {})
      : dispatcher_(clock_, entropy_, options) {}

  // Of the calls from now on.
  void set_region(std::string_view region) { region_ = region; }

  // `operation` is one of DynamoDB's, or a whole target: "DynamoDBStreams_20120810.GetRecords".
  ApiReply call(std::string_view operation, std::string body, std::string_view label = {}) {
    const bool is_target = operation.find('.') != std::string_view::npos;
    const std::string target =
        (is_target ? "" : "DynamoDB_20120810.") + std::string(operation);
    ApiRequest request;
    request.target = target;
    const std::string authorization = "AWS4-HMAC-SHA256 Credential=test/20261130/" + region_ +
                                      "/dynamodb/aws4_request, "
                                      "SignedHeaders=host;x-amz-date, Signature=0";
    request.authorization = authorization;
    request.has_date = true;
    request.label = label;
    request.body = std::move(body);
    return dispatcher_.handle(request);
  }

  Dispatcher& dispatcher() { return dispatcher_; }
  ManualClock& clock() { return clock_; }

 private:
  ManualClock clock_;
  CountingEntropy entropy_;
  Dispatcher dispatcher_;
  std::string region_ = "us-east-1";
};

}  // namespace stator::server::testing

// Calls on behalf of a model run: what the server refuses, and what differs from the reference,
// ends the run with an exception that holds the last request and answer.
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "api_client.h"

namespace stator::server::testing {

// What differs, with the last call before it was found.
class Mismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ModelClient {
 public:
  explicit ModelClient(const DispatcherOptions& options = {}, std::uint64_t seed = 1)
      : api_(options, seed) {}

  // The answer of a call that must succeed.
  rapidjson::Document call(std::string_view operation, const std::string& body);
  // The same, or nullopt when a condition refused it.
  std::optional<rapidjson::Document> call_conditional(std::string_view operation,
                                                      const std::string& body);
  // Fails unless the call is refused with this error (ValidationException, ...).
  void expect_refusal(std::string_view operation, const std::string& body, std::string_view error);
  // The same for an answer that may be either: its status and body.
  ApiReply call_any(std::string_view operation, const std::string& body);

  // Throws Mismatch unless both are the same. `what` says what was compared.
  void expect_equal(const std::string& what, const std::string& got, const std::string& expected);
  void expect_equal(const std::string& what, double got, double expected);
  [[noreturn]] void fail(const std::string& what);

  ApiClient& api() { return api_; }
  std::uint64_t calls() const { return calls_; }

 private:
  ApiClient api_;
  std::uint64_t calls_ = 0;
  std::string last_request_;
  std::string last_answer_;
};

}  // namespace stator::server::testing

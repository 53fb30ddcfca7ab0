// What the HTTP tests put in place of the dispatcher, of time and of chance.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/clock.h"
#include "model/entropy.h"
#include "server/dispatcher.h"
#include "server/http/gateway.h"

namespace stator::server::http::testing {

class FixedClock final : public Clock {
 public:
  Timestamp now() const override { return time; }

  Timestamp time{};
};

class CountingEntropy final : public Entropy {
 public:
  std::uint64_t next() override { return ++count_; }

 private:
  std::uint64_t count_ = 0;
};

// Echoes bodies, and keeps what it was asked.
class FakeApi final : public Api {
 public:
  struct Call {
    std::string target;
    std::string authorization;
    std::string query;
    std::string label;
    std::string body;
    bool has_date = false;
  };

  ApiReply handle(ApiRequest& request) override {
    calls.push_back({std::string(request.target), std::string(request.authorization),
                     std::string(request.query), std::string(request.label), request.body,
                     request.has_date});
    if (request.target == "throw") {
      throw std::runtime_error("a bug");
    }
    if (request.target == "large") {
      return {200, std::string(large_bytes, 'x'), {}};
    }
    return {request.target == "fault" ? 400U : 200U, request.body,
            request.target == "fault" ? "a hint" : ""};
  }
  std::string metering_report() override { return R"({"calls":)" + std::to_string(resets) + "}"; }
  void reset_metering() override { ++resets; }
  std::string insights_report() override { return "[]"; }
  std::string metrics() override { return "metrics"; }
  void reset() override { ++whole_resets; }
  ApiReply snapshots(SnapshotAction action, std::string_view name) override {
    snapshot_actions.emplace_back(action, name);
    return {name == "gone" ? 404U : 200U, "[]", {}};
  }

  std::vector<Call> calls;
  int resets = 0;
  int whole_resets = 0;
  std::vector<std::pair<SnapshotAction, std::string>> snapshot_actions;
  std::size_t large_bytes = 100'000;
};

}  // namespace stator::server::http::testing

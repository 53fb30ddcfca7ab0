#include "server/http/long_lane.h"

#include <chrono>
#include <utility>

#include <sys/resource.h>

namespace stator::server::http {
namespace {

// Far above what a GetItem takes, far below what a client notices.
constexpr auto kLong = std::chrono::milliseconds(1);

// The worker's thread, which has little to do at a time, shall not wait for a slice of the
// processor to end. On Linux a thread has a priority of its own; should the system refuse, the lane
// only is less good at what it is for.
constexpr int kStepsBack = 5;

void step_back() {
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kStepsBack);
}

constexpr int kOneThread = 1;  // the hint that lets an io_context skip waking others

}  // namespace

TimedReply timed_answer(Gateway& gateway, HttpRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  TimedReply timed;
  timed.reply = gateway.handle(request);
  timed.took_long = std::chrono::steady_clock::now() - start > kLong;
  return timed;
}

LongLane::LongLane(Api& api, Entropy& entropy, GatewayOptions options)
    : api_(api),
      entropy_(entropy),
      options_(std::move(options)),
      context_(kOneThread),
      keeps_running_(context_.get_executor()) {}

LongLane::~LongLane() { stop(); }

void LongLane::stop() { context_.stop(); }

bool LongLane::has_ended_by(std::chrono::steady_clock::time_point time) const {
  return !thread_ || thread_->has_ended_by(time);
}

void LongLane::start() {
  if (thread_) {
    return;
  }
  gateway_.emplace(api_, entropy_, options_);
  thread_.emplace([this] {
    step_back();
    // Nothing escapes a handler: the gateway answers whatever goes wrong.
    context_.run();
  });
}

}  // namespace stator::server::http

// Where requests that take long are answered, so that those that take microseconds do not wait.
//
// A worker answers requests one after the other. A page of 1 MB takes it milliseconds, and all its
// other connections wait for as long. So a request that is expected to take long is answered in a
// second thread beside the worker's, and the kernel shares the processor between the two. The
// session decides what to expect (Session::expects_long): the lane costs a request two switches of
// threads.
//
// Thread safety: the worker's thread only, save for stop().
#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include "server/http/gateway.h"
#include "server/http/message.h"
#include "server/http/thread.h"

namespace stator::server::http {

// Answers a request, and says whether it took so long that the next one like it belongs in the
// lane.
struct TimedReply {
  HttpReply reply;
  bool took_long = false;
};
TimedReply timed_answer(Gateway& gateway, HttpRequest& request);

class LongLane {
 public:
  // The references must outlive the lane. The thread starts with the first request.
  LongLane(Api& api, Entropy& entropy, GatewayOptions options);
  // Stops, and waits for the request in progress.
  ~LongLane();
  LongLane(const LongLane&) = delete;
  LongLane& operator=(const LongLane&) = delete;

  // Has the thread end after the request in progress. Requests that wait are never answered.
  void stop();
  // Whether the thread ended by then, if there was one. To be called after the worker's has ended.
  bool has_ended_by(std::chrono::steady_clock::time_point time) const;

  // Answers `request` in the lane's thread, then completes in the handler's executor. `request` and
  // `timed` belong to the lane until then. Throws std::system_error if there can be no thread.
  template <class Token>
  auto async_answer(HttpRequest& request, TimedReply& timed, Token&& token) {
    return boost::asio::async_initiate<Token, void()>(
        [this](auto handler, HttpRequest* asked, TimedReply* answered) {
          start();
          // The handler's event loop must not end for want of work meanwhile.
          auto returns = boost::asio::make_work_guard(handler, context_.get_executor());
          boost::asio::post(
              context_, [this, asked, answered, handler = std::move(handler),
                         returns = std::move(returns)]() mutable {
                *answered = timed_answer(*gateway_, *asked);
                boost::asio::post(returns.get_executor(), std::move(handler));
              });
        },
        token, &request, &timed);
  }

 private:
  void start();

  Api& api_;
  Entropy& entropy_;
  const GatewayOptions options_;
  std::optional<Gateway> gateway_;  // of the lane's thread
  boost::asio::io_context context_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> keeps_running_;
  std::optional<Thread> thread_;
};

}  // namespace stator::server::http

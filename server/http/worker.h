// A thread that serves connections: its own event loop, gateway and deadlines, and a lane for what
// takes long, so that nothing is shared with other workers but the API.
#pragma once

#include <chrono>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/wait_traits.hpp>

#include "server/http/client_stream.h"
#include "server/http/deadlines.h"
#include "server/http/gateway.h"
#include "server/http/head.h"
#include "server/http/long_lane.h"
#include "server/http/session.h"
#include "server/http/thread.h"

namespace stator {
class Clock;
class Entropy;
}  // namespace stator

namespace stator::server::http {

// Not thread-safe, save for adopt() and stop(), which may be called from any thread.
class Worker {
 public:
  using NativeSocket = boost::asio::ip::tcp::socket::native_handle_type;

  // The references must outlive the worker, and so must `tls`, which is null if TLS is not spoken.
  // Starts the thread; throws std::system_error.
  Worker(Api& api, const Clock& clock, Entropy& entropy, const SessionLimits& limits,
         const GatewayOptions& gateway, const TlsContext* tls);
  // Stops, and waits for the request in progress, however long it takes.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Takes over an accepted connection.
  void adopt(boost::asio::ip::tcp protocol, NativeSocket socket);

  // Has the thread drop all connections and end after the request in progress.
  void stop();
  // Whether its threads ended by then.
  bool wait_until(std::chrono::steady_clock::time_point time) const;

 private:
  using Executor = boost::asio::io_context::executor_type;
  using Steady = std::chrono::steady_clock;
  using Timer =
      boost::asio::basic_waitable_timer<Steady, boost::asio::wait_traits<Steady>, Executor>;
  using Socket = ClientStream::Socket;

  void run();
  void start_session(boost::asio::ip::tcp protocol, NativeSocket socket);
  boost::asio::awaitable<void, Executor> sweep_deadlines();

  const SessionLimits& limits_;
  const TlsContext* const tls_;
  Gateway gateway_;
  HeadWriter heads_;
  DeadlineList deadlines_;
  bool is_sweeping_ = false;
  // After what the sessions use: destroying the context destroys them.
  boost::asio::io_context context_;
  boost::asio::executor_work_guard<Executor> keeps_running_;
  // A member also because the first timer makes the context open its descriptors: early, while
  // there are some.
  Timer sweep_timer_;
  // After the context, which its requests come back to.
  LongLane lane_;
  Thread thread_;
};

}  // namespace stator::server::http

// The server's front: listening sockets, the threads that serve, and the signals that end it.
#pragma once

#include <cstddef>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>

#include "server/http/gateway.h"
#include "server/http/session.h"
#include "server/http/tls.h"
#include "server/http/worker.h"

namespace stator {
class Clock;
class Entropy;
}  // namespace stator

namespace stator::server::http {

struct ListenerOptions {
  std::string host;         // an IP address, or "localhost" for both loopbacks; empty: all
  std::uint16_t port = 0;   // 0: any free one
  std::size_t threads = 1;  // at least 1
  SessionLimits limits;
  GatewayOptions gateway;
  const TlsContext* tls = nullptr;  // for clients that speak TLS; null: they are not served
  // Hears, on the thread of run(), one line of text about what no answer can tell; may be empty.
  std::function<void(std::string_view)> notify = {};
};

// Nothing listens; the message says why in one line.
class ListenError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Ending : std::uint8_t {
  kComplete,   // every thread has ended
  kAbandoned,  // a thread is still busy with a request; only leaving the process ends it
};

// Not thread-safe, save for stop().
class Listener {
 public:
  // Listens at once, so that clients can connect from here on. The references must outlive the
  // listener. Throws ListenError.
  Listener(Api& api, const Clock& clock, Entropy& entropy, ListenerOptions options);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const { return port_; }
  // Where a client on this machine reaches it: http://127.0.0.1:8000.
  std::string url() const;

  // Serves until SIGTERM, SIGINT, SIGHUP or stop(), then drops all connections. Returns within
  // 50 ms of the signal. Throws std::system_error if the threads cannot be started.
  Ending run();
  void stop();

 private:
  using Acceptor = boost::asio::ip::tcp::acceptor;

  void listen_on_all();
  void listen_on_loopbacks();
  void listen_on_address();
  void listen(const boost::asio::ip::tcp::endpoint& endpoint);
  boost::asio::awaitable<void> accept_on(Acceptor& acceptor);
  void tell_exhaustion(const boost::system::error_code& error);
  void end_on_signals();

  Api& api_;
  const Clock& clock_;
  Entropy& entropy_;
  ListenerOptions options_;
  std::uint16_t port_;
  boost::asio::io_context context_;  // accepts and hears signals, nothing else
  boost::asio::signal_set signals_;
  std::vector<Acceptor> acceptors_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t next_worker_ = 0;
  std::chrono::steady_clock::time_point silent_until_;  // about exhaustion
};

}  // namespace stator::server::http

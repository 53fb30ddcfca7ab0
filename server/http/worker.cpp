#include "server/http/worker.h"

#include <algorithm>
#include <exception>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <unistd.h>

namespace stator::server::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr int kOneThread = 1;  // the hint that lets an io_context skip waking others

constexpr auto kTickMax = std::chrono::milliseconds(1000);
constexpr auto kTickMin = std::chrono::milliseconds(10);

// Often enough for the shortest limit to be kept to a quarter.
std::chrono::milliseconds tick_for(const SessionLimits& limits) {
  const auto shortest = std::min(
      {limits.idle, limits.handshake, limits.request, limits.reply, limits.linger});
  return std::clamp(shortest / 4, kTickMin, kTickMax);
}

// A connection that fails takes nobody with it. What can be thrown is std::bad_alloc.
void ignore_failure(const std::exception_ptr&) {}

}  // namespace

Worker::Worker(Api& api, const Clock& clock, Entropy& entropy, const SessionLimits& limits,
               const GatewayOptions& gateway, const TlsContext* tls)
    : limits_(limits),
      tls_(tls),
      gateway_(api, entropy, gateway),
      heads_(clock),
      deadlines_(std::chrono::steady_clock::now(), tick_for(limits)),
      context_(kOneThread),
      keeps_running_(context_.get_executor()),
      sweep_timer_(context_.get_executor()),
      lane_(api, entropy, gateway),
      thread_([this] { run(); }) {}

Worker::~Worker() { stop(); }

void Worker::run() {
  for (bool has_failed = true; has_failed;) {
    try {
      context_.run();
      has_failed = false;
    } catch (const std::exception&) {
      // Out of memory while a connection was set up; the others go on.
    }
  }
}

void Worker::adopt(tcp protocol, NativeSocket socket) {
  asio::post(context_, [this, protocol, socket] { start_session(protocol, socket); });
}

void Worker::stop() {
  lane_.stop();
  context_.stop();
}

bool Worker::wait_until(std::chrono::steady_clock::time_point time) const {
  return thread_.has_ended_by(time) && lane_.has_ended_by(time);
}

void Worker::start_session(tcp protocol, NativeSocket native) {
  boost::system::error_code error;
  Socket socket(context_.get_executor());
  socket.assign(protocol, native, error);
  if (error) {
    ::close(native);  // nobody owns it yet
    return;
  }
  socket.non_blocking(true, error);
  if (!error) {
    socket.set_option(tcp::no_delay(true), error);
  }
  if (error) {
    return;  // the client is gone already
  }
  asio::co_spawn(context_.get_executor(),
                 serve(ClientStream(std::move(socket), tls_),
                       SessionServices{gateway_, heads_, deadlines_, limits_, &lane_}),
                 ignore_failure);
  if (!is_sweeping_) {
    is_sweeping_ = true;
    deadlines_.resume(std::chrono::steady_clock::now());
    asio::co_spawn(context_.get_executor(), sweep_deadlines(), ignore_failure);
  }
}

// Runs only while there are connections: an idle server does not wake up.
asio::awaitable<void, Worker::Executor> Worker::sweep_deadlines() {
  do {
    boost::system::error_code error;
    sweep_timer_.expires_after(deadlines_.tick());
    co_await sweep_timer_.async_wait(
        asio::redirect_error(asio::use_awaitable_t<Executor>(), error));
    deadlines_.sweep(Steady::now());
  } while (!deadlines_.is_empty());
  is_sweeping_ = false;
}

}  // namespace stator::server::http

#include "server/http/listener.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/socket_base.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

namespace stator::server::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr auto kAcceptPause = std::chrono::milliseconds(50);
constexpr auto kSilence = std::chrono::seconds(10);  // between two lines about the same
constexpr auto kEndingMax = std::chrono::milliseconds(30);
constexpr int kPortAttempts = 16;

bool is_descriptor_limit(const error_code& error) {
  return error == error_code(EMFILE, boost::system::system_category());
}

// No descriptors or memory left: accepting again at once would fail again, and spin.
bool is_exhaustion(const error_code& error) {
  return is_descriptor_limit(error) ||
         error == error_code(ENFILE, boost::system::system_category()) ||
         error == error_code(ENOBUFS, boost::system::system_category()) ||
         error == error_code(ENOMEM, boost::system::system_category());
}

bool is_port_taken(const error_code& error) { return error == asio::error::address_in_use; }

// Machines and containers without IPv6 fail in one of these ways.
bool is_family_missing(const error_code& error) {
  return error == asio::error::address_family_not_supported ||
         error == error_code(EADDRNOTAVAIL, boost::system::system_category()) ||
         error == error_code(EPROTONOSUPPORT, boost::system::system_category());
}

std::string describe(const error_code& error, const std::string& host, std::uint16_t port) {
  const std::string number = std::to_string(port);
  if (is_port_taken(error)) {
    return "port " + number + " is already in use";
  }
  if (error == asio::error::access_denied) {
    return "port " + number + " may not be used without more privileges";
  }
  return "cannot listen on " + (host.empty() ? "all addresses" : host) + ", port " + number + ": " +
         error.message();
}

// nohup asks for this by ignoring the signal before it starts the program.
bool is_ignored(int signal) {
  struct sigaction current {};
  return sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_IGN;
}

}  // namespace

Listener::Listener(Api& api, const Clock& clock, Entropy& entropy, ListenerOptions options)
    : api_(api),
      clock_(clock),
      entropy_(entropy),
      options_(std::move(options)),
      port_(options_.port),
      context_(1),
      signals_(context_) {
  try {
    if (options_.host.empty()) {
      listen_on_all();
    } else if (options_.host == "localhost") {
      listen_on_loopbacks();
    } else {
      listen_on_address();
    }
  } catch (const boost::system::system_error& failure) {
    throw ListenError(describe(failure.code(), options_.host, port_));
  }
}

Listener::~Listener() = default;

std::string Listener::url() const {
  const asio::ip::address address = acceptors_.front().local_endpoint().address();
  std::string host = "127.0.0.1";
  if (!address.is_unspecified()) {
    host = address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
  }
  return "http://" + host + ":" + std::to_string(port_);
}

// One IPv6 socket takes both families, unless the machine has only the older.
void Listener::listen_on_all() {
  try {
    listen({asio::ip::address_v6::any(), port_});
  } catch (const boost::system::system_error& failure) {
    if (!is_family_missing(failure.code())) {
      throw;
    }
    listen({asio::ip::address_v4::any(), port_});
  }
}

// Two sockets. With port 0 the second needs the number that the first happened to get; should
// somebody else have it, another one is tried.
void Listener::listen_on_loopbacks() {
  for (int attempt = 1;; ++attempt) {
    listen({asio::ip::address_v4::loopback(), options_.port});
    try {
      listen({asio::ip::address_v6::loopback(), port_});
      return;
    } catch (const boost::system::system_error& failure) {
      if (is_family_missing(failure.code())) {
        return;
      }
      if (options_.port != 0 || attempt == kPortAttempts || !is_port_taken(failure.code())) {
        throw;
      }
      acceptors_.clear();
    }
  }
}

void Listener::listen_on_address() {
  error_code error;
  const asio::ip::address address = asio::ip::make_address(options_.host, error);
  if (error) {
    throw ListenError("'" + options_.host + "' is not an IP address");
  }
  listen({address, port_});
}

void Listener::listen(const tcp::endpoint& endpoint) {
  Acceptor acceptor(context_, endpoint.protocol());
  acceptor.set_option(asio::socket_base::reuse_address(true));
  if (endpoint.address().is_v6()) {
    acceptor.set_option(asio::ip::v6_only(!endpoint.address().is_unspecified()));
  }
  acceptor.bind(endpoint);
  acceptor.listen();
  port_ = acceptor.local_endpoint().port();
  acceptors_.push_back(std::move(acceptor));
}

Ending Listener::run() {
  for (std::size_t i = 0; i < options_.threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(api_, clock_, entropy_, options_.limits,
                                                options_.gateway, options_.tls));
  }
  for (Acceptor& acceptor : acceptors_) {
    asio::co_spawn(context_, accept_on(acceptor), asio::detached);
  }
  end_on_signals();
  context_.run();

  const auto latest = std::chrono::steady_clock::now() + kEndingMax;
  for (const auto& worker : workers_) {
    worker->stop();
  }
  for (const auto& worker : workers_) {
    if (!worker->wait_until(latest)) {
      return Ending::kAbandoned;
    }
  }
  workers_.clear();
  return Ending::kComplete;
}

void Listener::stop() { context_.stop(); }

// Connections go round the workers in turn, which spreads even a handful of them evenly; letting
// the kernel choose (SO_REUSEPORT) does so for hundreds only.
asio::awaitable<void> Listener::accept_on(Acceptor& acceptor) {
  const tcp protocol = acceptor.local_endpoint().protocol();
  for (;;) {
    error_code error;
    tcp::socket socket =
        co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (!error) {
      const auto native = socket.release(error);
      if (!error) {
        workers_[next_worker_++ % workers_.size()]->adopt(protocol, native);
      }
    } else if (is_exhaustion(error)) {
      tell_exhaustion(error);
      asio::steady_timer pause(context_, kAcceptPause);
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
    }
  }
}

// Those who wait would not know why, and clients without a timeout would wait for ever.
void Listener::tell_exhaustion(const error_code& error) {
  const auto now = std::chrono::steady_clock::now();
  if (!options_.notify || now < silent_until_) return;
  silent_until_ = now + kSilence;
  options_.notify("new connections wait until others are closed: " + error.message() +
                  (is_descriptor_limit(error) ? " (see ulimit -n)" : ""));
}

void Listener::end_on_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    if (signal != SIGHUP || !is_ignored(signal)) {
      signals_.add(signal);
    }
  }
  signals_.async_wait([this](const error_code& error, int) {
    if (!error) {
      context_.stop();
    }
  });
}

}  // namespace stator::server::http

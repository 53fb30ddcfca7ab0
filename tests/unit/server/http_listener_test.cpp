// Listener and workers over real sockets: deadlines and the end. What a client sees of HTTP itself
// is checked from outside, by tests/http.
#include "server/http/listener.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <latch>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/completion_condition.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/error_code.hpp>

#include "model/clock.h"
#include "server/dispatcher.h"
#include "server/http/gateway.h"
#include "server/http/session.h"
#include "server/http/tls.h"
#include "tests/unit/server/http_fakes.h"

namespace stator::server::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;

constexpr std::string_view kGet = "GET / HTTP/1.1\r\n\r\n";
constexpr std::string_view kLargeCall =
    "POST / HTTP/1.1\r\nX-Amz-Target: large\r\nContent-Length: 0\r\n\r\n";

// A listener at work, with limits of tenths of a second.
class RunningListener {
 public:
  explicit RunningListener(Api& api, milliseconds reply = milliseconds(200),
                           const TlsContext* tls = nullptr)
      : listener_(api, clock_, entropy_,
                  {.host = "127.0.0.1",
                   .port = 0,
                   .threads = 2,
                   .limits = {.idle = milliseconds(400),
                              .handshake = milliseconds(200),
                              .request = milliseconds(200),
                              .reply = reply,
                              .linger = milliseconds(200)},
                   .gateway = {},
                   .tls = tls}),
        thread_([this] { ending_ = listener_.run(); }) {}
  ~RunningListener() { stop(); }

  Ending stop() {
    listener_.stop();
    if (thread_.joinable()) {
      thread_.join();
    }
    return ending_;
  }

  tcp::socket connect() {
    tcp::socket socket(context_);
    socket.connect({asio::ip::address_v4::loopback(), listener_.port()});
    return socket;
  }

 private:
  testing::FixedClock clock_;
  testing::CountingEntropy entropy_;
  asio::io_context context_;
  Ending ending_ = Ending::kComplete;
  Listener listener_;
  std::thread thread_;
};

// Waits until the server closes the connection; gives what it sent until then.
std::string read_to_end(tcp::socket& socket) {
  std::string text;
  boost::system::error_code error;
  asio::read(socket, asio::dynamic_buffer(text), error);
  EXPECT_TRUE(error == asio::error::eof || error == asio::error::connection_reset) << error;
  return text;
}

std::string call(std::string_view target) {
  return "POST / HTTP/1.1\r\nX-Amz-Target: " + std::string(target) +
         "\r\nContent-Length: 0\r\n\r\n";
}

// The body of the next reply, which is known to have this many bytes.
std::string read_body(tcp::socket& socket, std::size_t bytes) {
  std::string text;
  const std::size_t head = asio::read_until(socket, asio::dynamic_buffer(text), "\r\n\r\n");
  if (text.size() < head + bytes) {
    asio::read(socket, asio::dynamic_buffer(text),
               asio::transfer_exactly(head + bytes - text.size()));
  }
  return text.substr(head);
}

milliseconds time_to_end(tcp::socket& socket) {
  const auto start = std::chrono::steady_clock::now();
  read_to_end(socket);
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
}

TEST(Listener, ClosesIdleConnections) {
  testing::FakeApi api;
  RunningListener listener(api);
  tcp::socket socket = listener.connect();
  asio::write(socket, asio::buffer(kGet));
  const milliseconds time = time_to_end(socket);
  EXPECT_GE(time, milliseconds(300));
  EXPECT_LT(time, milliseconds(5000));
}

TEST(Listener, ClosesConnectionsWhoseRequestDoesNotComplete) {
  testing::FakeApi api;
  RunningListener listener(api);
  tcp::socket socket = listener.connect();
  asio::write(socket, asio::buffer(kGet.substr(0, 5)));
  const milliseconds time = time_to_end(socket);
  EXPECT_GE(time, milliseconds(100));
  EXPECT_LT(time, milliseconds(5000));
}

TEST(Listener, ClosesConnectionsThatDoNotShakeHands) {
  testing::FakeApi api;
  const TlsContext tls = TlsContext::self_signed(SystemClock().now());
  RunningListener listener(api, milliseconds(200), &tls);
  tcp::socket silent = listener.connect();  // may still speak HTTP: the longer limit holds
  tcp::socket half = listener.connect();
  asio::write(half, asio::buffer(std::string_view("\x16\x03\x01")));
  const milliseconds handshake = time_to_end(half);
  EXPECT_GE(handshake, milliseconds(100));
  EXPECT_LT(handshake, milliseconds(5000));
  const milliseconds first_byte = time_to_end(silent);
  EXPECT_LT(first_byte, milliseconds(5000));
  tcp::socket plain = listener.connect();
  asio::write(plain, asio::buffer(kGet));
  EXPECT_EQ(read_to_end(plain).substr(0, 15), "HTTP/1.1 200 OK");
}

TEST(Listener, ClosesConnectionsThatAreNotRead) {
  testing::FakeApi api;
  api.large_bytes = std::size_t{64} * 1024 * 1024;  // more than the sockets' buffers take
  RunningListener listener(api);
  tcp::socket socket = listener.connect();
  asio::write(socket, asio::buffer(kLargeCall));
  std::this_thread::sleep_for(milliseconds(1000));
  EXPECT_LT(read_to_end(socket).size(), api.large_bytes);
}

TEST(Listener, WritesLargeRepliesToSlowReaders) {
  testing::FakeApi api;
  api.large_bytes = std::size_t{16} * 1024 * 1024;
  // However slowly this machine reads: the limit is another test's matter.
  RunningListener listener(api, std::chrono::minutes(1));
  tcp::socket socket = listener.connect();
  asio::write(socket, asio::buffer(kLargeCall));
  std::this_thread::sleep_for(milliseconds(100));
  EXPECT_GT(read_to_end(socket).size(), api.large_bytes);
}

TEST(Listener, EndsWithConnectionsOpen) {
  testing::FakeApi api;
  RunningListener listener(api);
  tcp::socket idle = listener.connect();
  tcp::socket partial = listener.connect();
  asio::write(partial, asio::buffer(kGet.substr(0, 5)));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(listener.stop(), Ending::kComplete);
  EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(1000));
}

// Holds scans, and what is large, until they are let go; what is slow only takes its time.
class HeldApi final : public Api {
 public:
  ApiReply handle(ApiRequest& request) override {
    if (request.target == "slow") {
      std::this_thread::sleep_for(milliseconds(5));
    } else if (request.target != "short") {
      arrived.count_down();
      has_given_up = released.get_future().wait_for(kHeldMax) != std::future_status::ready;
    }
    return {200, std::string(request.target), {}};
  }
  std::string metering_report() override { return {}; }
  void reset_metering() override {}
  std::string insights_report() override { return {}; }
  std::string metrics() override { return {}; }
  void reset() override {}
  ApiReply snapshots(SnapshotAction, std::string_view) override { return {}; }

  std::latch arrived{1};
  std::promise<void> released;
  std::atomic<bool> has_given_up{false};

 private:
  static constexpr auto kHeldMax = std::chrono::seconds(5);
};

TEST(Listener, DoesNotWaitForARequestThatTakesLong) {
  HeldApi api;
  RunningListener listener(api);
  tcp::socket socket = listener.connect();
  asio::write(socket, asio::buffer(kLargeCall));
  api.arrived.wait();
  EXPECT_EQ(listener.stop(), Ending::kAbandoned);
  api.released.set_value();
}

TEST(Listener, DoesNotWaitForAScanThatTakesLong) {
  HeldApi api;
  RunningListener listener(api);
  tcp::socket socket = listener.connect();
  asio::write(socket, asio::buffer(call("DynamoDB_20120810.Scan")));
  api.arrived.wait();
  EXPECT_EQ(listener.stop(), Ending::kAbandoned);
  api.released.set_value();
}

// On a connection of its own, `before` and then `held`, while others want a short answer. There are
// more of them than workers, so one has to share its worker with what is held.
void expect_others_answered(std::string_view before, std::string_view held) {
  HeldApi api;
  RunningListener listener(api);
  tcp::socket slow = listener.connect();
  if (!before.empty()) {
    asio::write(slow, asio::buffer(call(before)));
    EXPECT_EQ(read_body(slow, before.size()), before);
  }
  asio::write(slow, asio::buffer(call(held)));
  api.arrived.wait();
  for (int other = 0; other < 3; ++other) {
    tcp::socket socket = listener.connect();
    asio::write(socket, asio::buffer(call("short")));
    EXPECT_EQ(read_body(socket, 5), "short");
  }
  EXPECT_FALSE(api.has_given_up);
  api.released.set_value();
  EXPECT_EQ(read_body(slow, held.size()), held);
  asio::write(slow, asio::buffer(call("short")));
  EXPECT_EQ(read_body(slow, 5), "short");
}

TEST(Listener, LetsNobodyWaitForTheFirstScanOfAConnection) {
  expect_others_answered("", "DynamoDB_20120810.Scan");
}

TEST(Listener, LetsNobodyWaitForWhatFollowsALongRequest) {
  expect_others_answered("slow", "DynamoDB_20120810.Query");
}

TEST(Listener, SaysWhyItCannotListen) {
  testing::FakeApi api;
  testing::FixedClock clock;
  testing::CountingEntropy entropy;
  const auto failure_of = [&](std::string host, std::uint16_t port) -> std::string {
    try {
      const Listener listener(api, clock, entropy,
                              {.host = std::move(host), .port = port, .threads = 1, .limits = {},
                               .gateway = {}});
    } catch (const ListenError& failure) {
      return failure.what();
    }
    return "none";
  };
  const Listener first(api, clock, entropy,
                       {.host = "127.0.0.1", .port = 0, .threads = 1, .limits = {}, .gateway = {}});
  EXPECT_EQ(first.url(), "http://127.0.0.1:" + std::to_string(first.port()));
  const std::string taken = "port " + std::to_string(first.port()) + " is already in use";
  EXPECT_EQ(failure_of("127.0.0.1", first.port()), taken);
  EXPECT_EQ(failure_of("localhost", first.port()), taken);
  EXPECT_EQ(failure_of("", first.port()), taken);
  EXPECT_EQ(failure_of("example", 0), "'example' is not an IP address");
  EXPECT_EQ(failure_of("localhost", 0), "none");
  EXPECT_EQ(failure_of("", 0), "none");
  EXPECT_NE(failure_of("203.0.113.1", 0).find("cannot listen on 203.0.113.1, port 0: "),
            std::string::npos);
}

}  // namespace
}  // namespace stator::server::http

// A session of server/http/session.h on Beast's test stream, and a client at the other end.
#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/socket_base.hpp>
#include <boost/beast/_experimental/test/fail_count.hpp>
#include <boost/beast/_experimental/test/stream.hpp>
#include <boost/beast/core/error.hpp>

#include "server/http/deadlines.h"
#include "server/http/gateway.h"
#include "server/http/head.h"
#include "server/http/session.h"
#include "tests/unit/server/http_fakes.h"

namespace stator::server::http::testing {

namespace asio = boost::asio;
namespace beast = boost::beast;
// A stream whose synchronous writes always would block, so that every write has to wait, and whose
// halves close apart, as those of a socket do.
class WaitingStream {
 public:
  using executor_type = beast::test::stream::executor_type;

  explicit WaitingStream(beast::test::stream inner) : inner_(std::move(inner)) {}

  executor_type get_executor() { return inner_.get_executor(); }
  void close() { inner_.close(); }
  void shutdown(asio::socket_base::shutdown_type, beast::error_code& error) { error.clear(); }

  template <class Buffers>
  std::size_t write_some(const Buffers&, beast::error_code& error) {
    error = asio::error::would_block;
    return 0;
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return inner_.async_write_some(buffers, std::forward<Token>(token));
  }
  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return inner_.async_read_some(buffers, std::forward<Token>(token));
  }

 private:
  beast::test::stream inner_;
};

// A client at the other end of a session that runs on a test stream.
class Connection {
 public:
  Connection() : Connection(nullptr) {}
  explicit Connection(beast::test::fail_count& failures) : Connection(&failures) {}

  template <class Stream = beast::test::stream>
  Connection& start() {
    asio::co_spawn(
        context_,
        serve(Stream(std::move(server_)), SessionServices{gateway_, heads_, deadlines_, limits_}),
        [this](std::exception_ptr failure) {
          has_ended_ = true;
          failure_ = failure;
        });
    run();
    return *this;
  }

  void send(std::string_view text) {
    beast::error_code ignored;
    client_.write_some(asio::buffer(text), ignored);
    run();
  }
  void close_sending_half() {
    client_.close();
    run();
  }
  // What the server has sent since the last call.
  std::string received() {
    std::string text(client_.str());
    client_.clear();
    return text;
  }
  void pass(std::chrono::milliseconds time) {
    for (const auto end = now_ + time; now_ < end;) {
      now_ += deadlines_.tick();
      deadlines_.sweep(now_);
      run();
    }
  }

  bool has_ended() const { return has_ended_; }
  std::exception_ptr failure() const { return failure_; }
  FakeApi& api() { return api_; }
  beast::test::stream& server() { return server_; }

 private:
  explicit Connection(beast::test::fail_count* failures)
      : server_(failures == nullptr ? beast::test::stream(context_)
                                    : beast::test::stream(context_, *failures)) {
    client_.connect(server_);
  }

  void run() {
    context_.restart();
    context_.poll();
  }

  FakeApi api_;
  CountingEntropy entropy_;
  FixedClock clock_;
  SessionLimits limits_;
  Gateway gateway_{api_, entropy_};
  HeadWriter heads_{clock_};
  DeadlineList::Time now_{};
  DeadlineList deadlines_{now_, std::chrono::milliseconds(1000)};
  bool has_ended_ = false;
  std::exception_ptr failure_;
  asio::io_context context_;
  beast::test::stream client_{context_};
  beast::test::stream server_;
};

inline std::string post(std::string_view body, std::string_view more_headers = "") {
  return "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.GetItem\r\n"
         "Content-Type: application/x-amz-json-1.0\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n" + std::string(more_headers) + "\r\n" +
         std::string(body);
}

inline constexpr std::string_view kChunkedHead =
    "POST / HTTP/1.1\r\nX-Amz-Target: t\r\nContent-Type: application/json\r\n"
    "Transfer-Encoding: chunked\r\n";

// One reply of the server, taken off the front of `text`.
struct Reply {
  std::string status_line;
  std::string head;
  std::string body;
};
inline std::optional<Reply> take_reply(std::string& text) {
  const std::size_t head_end = text.find("\r\n\r\n");
  if (head_end == std::string::npos) {
    return std::nullopt;
  }
  Reply reply;
  reply.head = text.substr(0, head_end + 2);
  reply.status_line = reply.head.substr(0, reply.head.find("\r\n"));
  const std::size_t length_at = reply.head.find("Content-Length: ");
  const std::size_t length =
      length_at == std::string::npos ? 0 : std::stoul(reply.head.substr(length_at + 16));
  reply.body = text.substr(head_end + 4, length);
  text.erase(0, head_end + 4 + length);
  return reply;
}

inline std::vector<std::string> bodies_of(std::string text) {
  std::vector<std::string> bodies;
  while (auto reply = take_reply(text)) {
    bodies.push_back(reply->body);
  }
  EXPECT_EQ(text, "");
  return bodies;
}

inline std::string status_of(std::string text) {
  const auto reply = take_reply(text);
  return reply ? reply->status_line : "none";
}

using Strings = std::vector<std::string>;

}  // namespace stator::server::http::testing

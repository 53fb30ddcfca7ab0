// One connection: reads requests, has the gateway answer them, writes the replies, until one side
// has enough.
//
// Serves keep-alive, Connection: close, HTTP/1.0, pipelining, chunked bodies, Expect: 100-continue,
// and a client that closes its sending half before it reads. No client can hold a thread: whatever
// has to wait waits in the event loop, and each wait has a deadline.
//
// `Stream` is a connected stream of Asio's kind whose write_some does not block (a socket in
// non-blocking mode), or Beast's test stream.
//
// Thread safety: a session runs in one thread, that of its stream's executor.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/socket_base.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>

#include "server/http/deadlines.h"
#include "server/http/gateway.h"
#include "server/http/head.h"
#include "server/http/long_lane.h"
#include "server/http/message.h"
#include "server/http/request_parser.h"

namespace stator::server::http {

struct SessionLimits {
  std::chrono::milliseconds idle = std::chrono::minutes(10);       // until a request starts
  std::chrono::milliseconds handshake = std::chrono::seconds(10);  // of TLS
  std::chrono::milliseconds request = std::chrono::seconds(30);  // from its first byte to its last
  std::chrono::milliseconds reply = std::chrono::seconds(30);  // until the client takes more of it
  std::chrono::milliseconds linger = std::chrono::seconds(5);  // until the client closes, too
};

// What all sessions of a worker share; must outlive them.
struct SessionServices {
  Gateway& gateway;
  HeadWriter& heads;
  DeadlineList& deadlines;
  const SessionLimits& limits;
  LongLane* lane = nullptr;  // null: every request is answered at once
};

template <class Stream>
class Session {
 public:
  using Executor = typename Stream::executor_type;
  template <class Result = void>
  using Awaitable = boost::asio::awaitable<Result, Executor>;

  Session(Stream stream, SessionServices services)
      : services_(services),
        stream_(std::move(stream)),
        deadline_(services.deadlines, [this] { close(); }) {
    request_.keeps_all_headers = services.gateway.verifies_signatures();
  }

  // Serves the connection to its end. Connection errors end it silently. The session must stay
  // where it is until then.
  Awaitable<> run();

 private:
  using ErrorCode = boost::beast::error_code;
  enum class Reading : std::uint8_t { kIncomplete, kRequest };
  enum class Writing : std::uint8_t { kDone, kBlocked, kFailed };

  Awaitable<bool> settle();
  Awaitable<bool> read_request();
  Awaitable<> answer_in_lane();
  Awaitable<Writing> continue_writing();
  Awaitable<> linger();

  void release_surplus();
  bool expects_long() const;
  Reading parse();
  std::size_t read_size() const;
  bool wants_continue() const;
  Persistence persistence_after(const HttpReply& reply) const;
  void start_writing(HttpReply reply, Persistence persistence);
  Writing write_now();
  void consume_written(std::size_t bytes);
  void close();

  // Errors come back in error_; exceptions are for what is rare.
  auto token() {
    return boost::asio::redirect_error(boost::asio::use_awaitable_t<Executor>(), error_);
  }

  SessionServices services_;
  Stream stream_;
  Deadline deadline_;
  ErrorCode error_;

  boost::beast::flat_buffer input_;
  HttpRequest request_;
  std::optional<RequestParser> parser_;
  TimedReply answered_;
  std::optional<bool> took_long_;  // the request before; absent: there was none

  std::string output_;  // head, and the body if it is small
  std::string body_;    // the body if it is not
  std::array<boost::asio::const_buffer, 2> unwritten_;
};

namespace session_detail {

inline constexpr std::size_t kReadBytesMin = std::size_t{4} * 1024;
inline constexpr std::size_t kReadBytesMax = std::size_t{64} * 1024;
inline constexpr std::size_t kKeptInputBytesMax = std::size_t{16} * 1024;
// Up to here, copying the body behind its head is cheaper than a second buffer for the kernel.
inline constexpr std::size_t kCopiedBodyBytesMax = std::size_t{8} * 1024;
inline constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
inline constexpr std::string_view kScan = ".Scan";
inline constexpr std::string_view kSnapshots = "/_stator/snapshots/";  // may be written to a disk
inline constexpr std::string_view kNoChunks = "0\r\n\r\n";

}  // namespace session_detail

template <class Stream>
auto Session<Stream>::run() -> Awaitable<> {
  if constexpr (requires { stream_.is_undecided(); }) {
    if (stream_.is_undecided()) {
      const bool is_settled = co_await settle();
      if (!is_settled) {
        co_return;
      }
    }
  }
  Persistence persistence = Persistence::kKeepAlive;
  while (persistence == Persistence::kKeepAlive) {
    const bool has_request = co_await read_request();
    if (!has_request) {
      co_return;
    }
    if (expects_long()) {
      co_await answer_in_lane();
    } else {
      answered_ = timed_answer(services_.gateway, request_);
    }
    took_long_ = answered_.took_long;
    persistence = persistence_after(answered_.reply);
    start_writing(std::move(answered_.reply), persistence);
    Writing writing = write_now();
    if (writing == Writing::kBlocked) {
      writing = co_await continue_writing();
    }
    if (writing == Writing::kFailed) {
      co_return;
    }
  }
  co_await linger();
}

// Learns from the first byte what the client speaks. If that is TLS, the handshake comes first.
// False: the client is gone, took too long, or does not agree with us.
template <class Stream>
auto Session<Stream>::settle() -> Awaitable<bool> {
  deadline_.set(services_.limits.idle);
  bool is_tls = false;
  do {
    co_await stream_.async_wait_for_client(token());
    if (error_) {
      co_return false;
    }
    is_tls = stream_.decide(error_);
  } while (error_ == boost::asio::error::would_block);
  if (!error_ && is_tls) {
    deadline_.set(services_.limits.handshake);
    co_await stream_.async_shake_hands(token());
  }
  co_return !error_;
}

// Reads until a request is complete or found to be unreadable: true. False: the client is gone, or
// took too long.
template <class Stream>
auto Session<Stream>::read_request() -> Awaitable<bool> {
  parser_.emplace(request_);
  release_surplus();
  bool is_started = false;
  bool has_continued = false;
  deadline_.set(services_.limits.idle);
  for (;;) {
    if (parse() == Reading::kRequest) {
      co_return true;
    }
    if (!is_started && (input_.size() > 0 || parser_->got_some())) {
      is_started = true;
      deadline_.set(services_.limits.request);
    }
    if (!has_continued && wants_continue()) {
      has_continued = true;
      unwritten_ = {boost::asio::buffer(session_detail::kContinue), {}};
      const Writing writing = co_await continue_writing();
      if (writing == Writing::kFailed) {
        co_return false;
      }
      deadline_.set(services_.limits.request);
    }
    const std::size_t bytes =
        co_await stream_.async_read_some(input_.prepare(read_size()), token());
    if (error_) {
      co_return false;
    }
    input_.commit(bytes);
  }
}

// An idle connection keeps small buffers only.
template <class Stream>
void Session<Stream>::release_surplus() {
  if (input_.capacity() > session_detail::kKeptInputBytesMax) {
    input_.shrink_to_fit();
  }
  if (!body_.empty()) {
    body_ = std::string();
  }
}

// Clients repeat themselves: a connection that reads a page will read the next one. The first Scan
// of a connection is taken for a long one.
template <class Stream>
bool Session<Stream>::expects_long() const {
  return services_.lane != nullptr &&
         took_long_.value_or(request_.api_target.ends_with(session_detail::kScan) ||
                             request_.target.starts_with(session_detail::kSnapshots));
}

template <class Stream>
auto Session<Stream>::answer_in_lane() -> Awaitable<> {
  deadline_.clear();  // it is not the client that takes its time
  co_await services_.lane->async_answer(request_, answered_,
                                        boost::asio::use_awaitable_t<Executor>());
}

template <class Stream>
auto Session<Stream>::parse() -> Reading {
  if (!parser_->got_some()) {
    // Some clients end a body with a line break that its length does not count.
    while (input_.size() > 0) {
      const char first = *static_cast<const char*>(input_.cdata().data());
      if (first != '\r' && first != '\n') {
        break;
      }
      input_.consume(1);
    }
  }
  if (input_.size() == 0) {
    return Reading::kIncomplete;
  }
  ErrorCode error;
  input_.consume(parser_->put(input_.cdata(), error));
  if (error && error != boost::beast::http::error::need_more) {
    request_.arrival = RequestParser::arrival_after(error);
    return Reading::kRequest;
  }
  return parser_->is_done() ? Reading::kRequest : Reading::kIncomplete;
}

template <class Stream>
std::size_t Session<Stream>::read_size() const {
  if (!parser_->is_header_done()) {
    return session_detail::kReadBytesMin;
  }
  const std::uint64_t expected =
      parser_->content_length_remaining().value_or(session_detail::kReadBytesMax);
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(expected, session_detail::kReadBytesMin,
                                                            session_detail::kReadBytesMax));
}

// A client that has sent some of the body already does not wait to be asked for it.
template <class Stream>
bool Session<Stream>::wants_continue() const {
  return request_.expects_continue && !request_.is_http_1_0 && parser_->is_header_done() &&
         input_.size() == 0 && request_.body.empty();
}

template <class Stream>
Persistence Session<Stream>::persistence_after(const HttpReply& reply) const {
  const bool stays = !reply.closes_connection && parser_->is_done() && parser_->keep_alive();
  return stays ? Persistence::kKeepAlive : Persistence::kClose;
}

template <class Stream>
void Session<Stream>::start_writing(HttpReply reply, Persistence persistence) {
  output_.clear();
  if (request_.is_http_1_0) {
    reply.is_chunked = false;  // unknown to it
  }
  services_.heads.append_head(reply, persistence, output_);
  body_.clear();
  if (reply.is_chunked) {
    output_.append(session_detail::kNoChunks);
  } else if (!reply.is_head) {
    if (reply.body.size() <= session_detail::kCopiedBodyBytesMax) {
      output_.append(reply.body);
    } else {
      body_ = std::move(reply.body);
    }
  }
  unwritten_ = {boost::asio::buffer(output_), boost::asio::buffer(body_)};
  deadline_.set(services_.limits.reply);
}

// Most replies fit the socket's buffer. Writing them at once, instead of through the event loop,
// saves it a turn with a system call of its own.
template <class Stream>
auto Session<Stream>::write_now() -> Writing {
  while (boost::asio::buffer_size(unwritten_) > 0) {
    ErrorCode error;
    consume_written(unwritten_[1].size() == 0 ? stream_.write_some(unwritten_[0], error)
                                              : stream_.write_some(unwritten_, error));
    if (error == boost::asio::error::would_block) {
      return Writing::kBlocked;
    }
    if (error) {
      return Writing::kFailed;
    }
  }
  return Writing::kDone;
}

template <class Stream>
auto Session<Stream>::continue_writing() -> Awaitable<Writing> {
  while (boost::asio::buffer_size(unwritten_) > 0) {
    const std::size_t bytes = co_await stream_.async_write_some(unwritten_, token());
    if (error_) {
      co_return Writing::kFailed;
    }
    consume_written(bytes);
    deadline_.set(services_.limits.reply);
  }
  co_return Writing::kDone;
}

template <class Stream>
void Session<Stream>::consume_written(std::size_t bytes) {
  for (boost::asio::const_buffer& buffer : unwritten_) {
    const std::size_t taken = std::min(bytes, buffer.size());
    buffer += taken;
    bytes -= taken;
  }
}

// Closing a socket while the client still sends resets the connection, and the reply may be lost
// with it. So: end the sending half, then drop what arrives until the client closes, too.
template <class Stream>
auto Session<Stream>::linger() -> Awaitable<> {
  if constexpr (requires(ErrorCode & error) {
                  stream_.shutdown(boost::asio::socket_base::shutdown_send, error);
                }) {
    stream_.shutdown(boost::asio::socket_base::shutdown_send, error_);
  } else {
    stream_.close();
    error_ = ErrorCode();
  }
  deadline_.set(services_.limits.linger);
  input_.clear();
  while (!error_) {
    co_await stream_.async_read_some(input_.prepare(session_detail::kReadBytesMax), token());
  }
}

// Ends whatever operation is waiting, and with it the session.
template <class Stream>
void Session<Stream>::close() {
  if constexpr (requires(ErrorCode & error) { stream_.close(error); }) {
    ErrorCode ignored;
    stream_.close(ignored);
  } else {
    stream_.close();
  }
}

// GCC 12 takes what allocates a coroutine's frame and what frees it for a mismatch, depending on
// how much it inlines.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

// A session as one coroutine, to be spawned on the stream's executor.
template <class Stream>
boost::asio::awaitable<void, typename Stream::executor_type> serve(Stream stream,
                                                                   SessionServices services) {
  Session<Stream> session(std::move(stream), services);
  co_await session.run();
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace stator::server::http

// The ceiling: a bare Beast server that answers every request with the same bytes and does nothing
// else. script/bench states what Stator costs relative to it, in the same run on the same machine.
//
// usage: ceiling [--bytes N] [--port N] [--threads N] [--style message|lean]
//
// Both styles run one coroutine per connection and one event loop per thread.
//   message  as Beast's own examples are written: async_read into a message, async_write of one
//   lean     with what server/http/session.h saves: a parser that keeps no headers, a reply that is
//            ready beforehand, and a write that goes through the event loop only if it has to wait;
//            no HTTP server of Beast's can be expected to be faster
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/verb.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/optional/optional.hpp>

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

enum class Style : std::uint8_t { kMessage, kLean };

struct Options {
  Style style = Style::kMessage;
  std::size_t bytes = 300;
  std::uint16_t port = 8001;
  std::size_t threads = 1;
};

asio::awaitable<void> serve_messages(tcp::socket socket, std::size_t bytes) {
  boost::beast::error_code error;
  auto token = asio::redirect_error(asio::use_awaitable, error);
  boost::beast::flat_buffer buffer;
  for (bool stays = true; stays;) {
    http::request<http::string_body> request;
    co_await http::async_read(socket, buffer, request, token);
    if (error) {
      co_return;
    }
    http::response<http::string_body> response(http::status::ok, request.version());
    response.set(http::field::server, "Server");
    response.set(http::field::content_type, "application/x-amz-json-1.0");
    response.keep_alive(request.keep_alive());
    response.body().assign(bytes, 'x');
    response.prepare_payload();
    stays = response.keep_alive();
    co_await http::async_write(socket, response, token);
    if (error) {
      co_return;
    }
  }
  socket.shutdown(tcp::socket::shutdown_send, error);
}

// Finds where a request ends and forgets the rest.
class LeanParser final : public http::basic_parser<true> {
 public:
  LeanParser() { eager(true); }

 private:
  using ErrorCode = boost::beast::error_code;
  using View = boost::beast::string_view;

  void on_request_impl(http::verb, View, View, int, ErrorCode&) override {}
  void on_response_impl(int, View, int, ErrorCode&) override {}
  void on_field_impl(http::field, View, View, ErrorCode&) override {}
  void on_header_impl(ErrorCode&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, ErrorCode&) override {}
  std::size_t on_body_impl(View bytes, ErrorCode&) override { return bytes.size(); }
  void on_chunk_header_impl(std::uint64_t, View, ErrorCode&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, View bytes, ErrorCode&) override {
    return bytes.size();
  }
  void on_finish_impl(ErrorCode&) override {}
};

asio::awaitable<void> serve_lean(tcp::socket socket, std::size_t bytes) {
  constexpr std::size_t kReadBytes = 4096;
  const std::string reply =
      "HTTP/1.1 200 OK\r\nServer: Server\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "Content-Length: " +
      std::to_string(bytes) + "\r\n\r\n" + std::string(bytes, 'x');
  boost::beast::error_code error;
  auto token = asio::redirect_error(asio::use_awaitable, error);
  socket.non_blocking(true, error);
  boost::beast::flat_buffer buffer;
  for (bool stays = true; stays;) {
    LeanParser parser;
    while (!parser.is_done()) {
      if (buffer.size() > 0) {
        buffer.consume(parser.put(buffer.cdata(), error));
        if (error && error != http::error::need_more) {
          co_return;
        }
      }
      if (!parser.is_done()) {
        buffer.commit(co_await socket.async_read_some(buffer.prepare(kReadBytes), token));
        if (error) {
          co_return;
        }
      }
    }
    stays = parser.keep_alive();
    const std::size_t sent = socket.write_some(asio::buffer(reply), error);
    if (error == asio::error::would_block || (!error && sent < reply.size())) {
      co_await asio::async_write(socket, asio::buffer(reply) + sent, token);
    }
    if (error) {
      co_return;
    }
  }
  socket.shutdown(tcp::socket::shutdown_send, error);
}

// Connections go round the event loops in turn.
asio::awaitable<void> accept(tcp::acceptor& acceptor,
                             const std::vector<std::unique_ptr<asio::io_context>>& loops,
                             const Options& options) {
  for (std::size_t next = 0;; ++next) {
    asio::io_context& loop = *loops[next % loops.size()];
    boost::beast::error_code error;
    tcp::socket socket =
        co_await acceptor.async_accept(loop, asio::redirect_error(asio::use_awaitable, error));
    if (!error) {
      socket.set_option(tcp::no_delay(true), error);
      const auto serve = options.style == Style::kLean ? serve_lean : serve_messages;
      asio::co_spawn(loop, serve(std::move(socket), options.bytes), asio::detached);
    }
  }
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool parse(std::string_view text, Style& style) {
  style = text == "lean" ? Style::kLean : Style::kMessage;
  return text == "lean" || text == "message";
}

bool parse_options(int argc, char** argv, Options& options) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const std::string_view value = argv[i + 1];
    const bool is_valid = (name == "--bytes" && parse(value, options.bytes)) ||
                          (name == "--port" && parse(value, options.port)) ||
                          (name == "--threads" && parse(value, options.threads)) ||
                          (name == "--style" && parse(value, options.style));
    if (!is_valid) {
      return false;
    }
  }
  return argc % 2 == 1 && options.threads > 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse_options(argc, argv, options)) {
    std::fputs("usage: ceiling [--bytes N] [--port N] [--threads N] [--style message|lean]\n",
               stderr);
    return 2;
  }
  asio::io_context front(1);
  tcp::acceptor acceptor(front, {asio::ip::address_v4::loopback(), options.port});
  std::vector<std::unique_ptr<asio::io_context>> loops;
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < options.threads; ++i) {
    loops.push_back(std::make_unique<asio::io_context>(1));
  }
  threads.reserve(loops.size());
  for (const auto& loop : loops) {
    threads.emplace_back([&loop] {
      const auto work = asio::make_work_guard(*loop);
      loop->run();
    });
  }
  asio::co_spawn(front, accept(acceptor, loops, options), asio::detached);
  asio::signal_set signals(front, SIGTERM, SIGINT);
  signals.async_wait([&](const boost::beast::error_code&, int) {
    front.stop();
    for (const auto& loop : loops) {
      loop->stop();
    }
  });
  std::printf("Ceiling listening on http://127.0.0.1:%u\n",
              unsigned{acceptor.local_endpoint().port()});
  std::fflush(stdout);
  front.run();
  return EXIT_SUCCESS;
}

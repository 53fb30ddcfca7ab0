#include "server/curl.h"

#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

namespace stator::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr int kMalformed = 3;
constexpr int kCannotConnect = 7;
constexpr int kRefused = 22;
constexpr int kCannotWrite = 23;

struct Address {
  std::string host;
  std::uint16_t port = 80;
  std::string path;
};

std::optional<Address> parse(std::string_view url) {
  constexpr std::string_view kScheme = "http://";
  if (url.starts_with(kScheme)) url.remove_prefix(kScheme.size());
  if (url.find("://") != std::string_view::npos) return std::nullopt;
  Address address;
  const std::size_t slash = url.find('/');
  address.path = slash == std::string_view::npos ? "/" : std::string(url.substr(slash));
  std::string_view authority = url.substr(0, slash);
  const std::size_t colon = authority.rfind(':');
  const bool is_bracketed = authority.starts_with('[');
  if (colon != std::string_view::npos && (!is_bracketed || authority[colon - 1] == ']')) {
    const std::string_view port = authority.substr(colon + 1);
    const auto [stop, error] =
        std::from_chars(port.data(), port.data() + port.size(), address.port);
    if (error != std::errc() || stop != port.data() + port.size()) return std::nullopt;
    authority = authority.substr(0, colon);
  }
  if (is_bracketed && authority.size() > 2) authority = authority.substr(1, authority.size() - 2);
  // Names need a resolver, which a static binary does not have; inside a container there is one.
  address.host = authority == "localhost" ? "127.0.0.1" : std::string(authority);
  return address.host.empty() ? std::nullopt : std::optional(address);
}

struct Answer {
  std::string head;
  std::string body;
  unsigned status = 0;
};

std::optional<Answer> ask(const Address& address, bool asks_head) {
  boost::system::error_code error;
  const auto host = asio::ip::make_address(address.host, error);
  if (error) return std::nullopt;
  asio::io_context context;
  tcp::socket socket(context);
  socket.connect({host, address.port}, error);
  if (error) return std::nullopt;
  const std::string request = std::string(asks_head ? "HEAD " : "GET ") + address.path +
                              " HTTP/1.1\r\nHost: " + address.host +
                              "\r\nUser-Agent: curl\r\nAccept: */*\r\nConnection: close\r\n\r\n";
  asio::write(socket, asio::buffer(request), error);
  std::string bytes;
  if (!error) asio::read(socket, asio::dynamic_buffer(bytes), error);
  const std::size_t end = bytes.find("\r\n\r\n");
  constexpr std::size_t kStatusAt = std::string_view("HTTP/1.1 ").size();
  if (end == std::string::npos || end < kStatusAt + 3) return std::nullopt;
  Answer answer{bytes.substr(0, end + 4), bytes.substr(end + 4), 0};
  std::from_chars(bytes.data() + kStatusAt, bytes.data() + kStatusAt + 3, answer.status);
  return answer;
}

// -w: %{http_code} and the escapes of the shell's habits.
std::string expand(std::string text, unsigned status) {
  const auto replace = [&](std::string_view what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + by.size())) {
      text.replace(at, what.size(), by);
    }
  };
  std::string code = std::to_string(status);
  code.insert(0, 3 - std::min<std::size_t>(code.size(), 3), '0');
  replace("%{http_code}", code);
  replace("%{response_code}", code);
  replace("\\n", "\n");
  return text;
}

bool write_to(const std::optional<std::string>& file, const std::string& text) {
  if (!file || *file == "-") return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  std::FILE* const out = std::fopen(file->c_str(), "wb");
  if (out == nullptr) return false;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  return std::fclose(out) == 0 && is_written;
}

void print_write_out(const CurlOptions& options, unsigned status) {
  const std::string text = expand(options.write_out, status);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

int run_curl(const CurlOptions& options) {
  const auto address = parse(options.url);
  if (!address) {
    std::fprintf(stderr, "curl: cannot read the address %s\n", options.url.c_str());
    return kMalformed;
  }
  const auto answer = ask(*address, options.asks_head);
  if (!answer) {
    print_write_out(options, 0);
    if (!options.is_silent) {
      std::fprintf(stderr, "curl: nobody answers at %s\n", options.url.c_str());
    }
    return kCannotConnect;
  }
  const bool is_refused = options.fails_on_error && answer->status >= 400;
  const std::string& shown = options.asks_head ? answer->head : answer->body;
  if (!is_refused && !write_to(options.output, shown)) return kCannotWrite;
  print_write_out(options, answer->status);
  if (is_refused && !options.is_silent) {
    std::fprintf(stderr, "curl: the answer is %u\n", answer->status);
  }
  return is_refused ? kRefused : 0;
}

}  // namespace stator::server

#include "server/http/gzip.h"

#include <algorithm>
#include <cctype>
#include <new>

#define ZLIB_CONST  // zlib then takes its input as const
#include <zlib.h>

namespace stator::server::http {
namespace {

constexpr int kGzipWindowBits = 15 + 16;  // the largest window; +16 asks zlib for the gzip format
constexpr std::size_t kFirstOutputBytes = std::size_t{16} * 1024;

// Replies are compressed to save bytes on a slow link, not to be small: the fastest level.
constexpr int kCompressionLevel = 1;
constexpr int kMemoryLevel = 8;  // zlib's own default

void set_input(z_stream& stream, std::string_view bytes) {
  stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
}

void set_output(z_stream& stream, std::string& out, std::size_t used) {
  stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
  stream.avail_out = static_cast<uInt>(out.size() - used);
}

// Ends a zlib stream, whatever happens in between.
template <int (*kEnd)(z_streamp)>
class StreamEnd {
 public:
  explicit StreamEnd(z_stream& stream) : stream_(stream) {}
  ~StreamEnd() { kEnd(&stream_); }
  StreamEnd(const StreamEnd&) = delete;
  StreamEnd& operator=(const StreamEnd&) = delete;

 private:
  z_stream& stream_;
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == static_cast<unsigned char>(b);
  });
}

// A weight of zero in any spelling: "q=0", "Q = 0.000".
bool is_zero_weight(std::string_view parameter) {
  const std::size_t equals = parameter.find('=');
  if (equals == std::string_view::npos ||
      !equals_ignoring_case(trimmed(parameter.substr(0, equals)), "q")) {
    return false;
  }
  const std::string_view weight = trimmed(parameter.substr(equals + 1));
  return !weight.empty() && weight.find_first_not_of("0.") == std::string_view::npos;
}

}  // namespace

std::variant<std::string, InflateFault> inflate_gzip(std::string_view bytes,
                                                     std::size_t bytes_max) {
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindowBits) != Z_OK) {
    throw std::bad_alloc();
  }
  const StreamEnd<inflateEnd> end(stream);
  set_input(stream, bytes);
  std::string out(std::min(bytes_max + 1, kFirstOutputBytes), '\0');
  std::size_t used = 0;
  for (;;) {
    set_output(stream, out, used);
    const int result = inflate(&stream, Z_NO_FLUSH);
    used = out.size() - stream.avail_out;
    if (used > bytes_max) {
      return InflateFault::kTooLarge;
    }
    if (result == Z_STREAM_END) {
      if (stream.avail_in == 0) {
        break;
      }
      inflateReset(&stream);  // a gzip file may be several members, one after the other
    } else if (result != Z_OK || (stream.avail_in == 0 && stream.avail_out != 0)) {
      return InflateFault::kCorrupt;  // or cut short
    }
    if (used == out.size()) {
      out.resize(std::min(bytes_max + 1, out.size() * 2));
    }
  }
  out.resize(used);
  return out;
}

std::string deflate_gzip(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, kCompressionLevel, Z_DEFLATED, kGzipWindowBits, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  const StreamEnd<deflateEnd> end(stream);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  set_input(stream, bytes);
  set_output(stream, out, 0);
  deflate(&stream, Z_FINISH);  // cannot fail: deflateBound made room for everything
  out.resize(out.size() - stream.avail_out);
  return out;
}

bool accepts_gzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    const std::size_t comma = std::min(accept_encoding.find(','), accept_encoding.size());
    const std::string_view element = accept_encoding.substr(0, comma);
    const std::size_t semicolon = std::min(element.find(';'), element.size());
    if (equals_ignoring_case(trimmed(element.substr(0, semicolon)), "gzip")) {
      return semicolon == element.size() || !is_zero_weight(element.substr(semicolon + 1));
    }
    accept_encoding.remove_prefix(std::min(comma + 1, accept_encoding.size()));
  }
  return false;
}

}  // namespace stator::server::http

#include "server/wire/appender.h"

#include <array>
#include <cstdint>

namespace stator::wire {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kEscapeBytesMax = 6;  // \u00XX

// What follows the backslash of a byte: 0 for none, 'u' for \u00XX.
constexpr std::array<char, 256> make_escapes() {
  std::array<char, 256> escapes{};
  for (std::size_t i = 0; i < 0x20; ++i) escapes[i] = 'u';
  escapes['\b'] = 'b';
  escapes['\f'] = 'f';
  escapes['\n'] = 'n';
  escapes['\r'] = 'r';
  escapes['\t'] = 't';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  return escapes;
}

constexpr std::array<char, 256> kEscapes = make_escapes();

constexpr std::uint64_t in_each_byte(std::uint64_t byte) { return byte * 0x0101'0101'0101'0101; }

// Whether a byte of the word needs an escape. A subtraction borrows into the high bit of a byte
// below 0x80 only where the byte is less than the subtrahend, or above such a byte: the answer is
// exact, though the place is not.
bool has_escape(std::uint64_t word) {
  constexpr std::uint64_t kHighBits = in_each_byte(0x80);
  const std::uint64_t quote = word ^ in_each_byte('"');
  const std::uint64_t backslash = word ^ in_each_byte('\\');
  const std::uint64_t borrows = ((word - in_each_byte(0x20)) & ~word) |
                                ((quote - in_each_byte(1)) & ~quote) |
                                ((backslash - in_each_byte(1)) & ~backslash);
  return (borrows & kHighBits) != 0;
}

char* write_escape(char* out, char c) {
  const auto byte = static_cast<unsigned char>(c);
  *out++ = '\\';
  *out++ = kEscapes[byte];
  if (kEscapes[byte] == 'u') {
    *out++ = '0';
    *out++ = '0';
    *out++ = kHexDigits[byte >> 4];
    *out++ = kHexDigits[byte & 0xF];
  }
  return out;
}

}  // namespace

void Appender::put_escaped(std::string_view text) {
  constexpr std::size_t kWordBytes = sizeof(std::uint64_t);
  room(text.size());  // and put_bytes_escaped keeps what the rest of the text needs
  while (text.size() >= kWordBytes) {
    std::uint64_t word;
    std::memcpy(&word, text.data(), kWordBytes);
    if (has_escape(word)) {
      put_bytes_escaped(text, kWordBytes);
    } else {
      std::memcpy(at_, &word, kWordBytes);
      at_ += kWordBytes;
    }
    text.remove_prefix(kWordBytes);
  }
  put_bytes_escaped(text, text.size());
}

void Appender::put_bytes_escaped(std::string_view text, std::size_t count) {
  char* out = room(count * kEscapeBytesMax + (text.size() - count));
  for (const char c : text.substr(0, count)) {
    if (kEscapes[static_cast<unsigned char>(c)] == 0) {
      *out++ = c;
    } else {
      out = write_escape(out, c);
    }
  }
  at_ = out;
}

void Appender::grow(std::size_t bytes) {
  constexpr std::size_t kSpareBytes = 256;
  const std::size_t used = size();
  out_.resize(used + bytes + kSpareBytes);
  at_ = out_.data() + used;
  end_ = out_.data() + out_.size();
}

}  // namespace stator::wire

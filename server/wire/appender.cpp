#include "server/wire/appender.h"

#include <array>
#include <bit>
#include <cstdint>

namespace stator::wire {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kEscapeBytesMax = 6;  // \u00XX
constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

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

// Sixteen bytes that are looked at together: GCC's and Clang's own notation, for any processor.
using Block = unsigned char __attribute__((vector_size(16)));

bool has_escape(Block block) {
  const auto found = (block < 0x20) | (block == '"') | (block == '\\');
  std::array<std::uint64_t, 2> halves;
  std::memcpy(halves.data(), &found, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

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

template <class T>
T load(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// Up to seven bytes as a word, with blanks behind them. Most names are no longer.
std::uint64_t load_short(std::string_view text) {
  static_assert(std::endian::native == std::endian::little);
  const std::size_t size = text.size();
  if (size == 0) return in_each_byte(' ');
  const auto byte = [&](std::size_t at) {
    return std::uint64_t{static_cast<unsigned char>(text[at])} << at * 8;
  };
  // Two halves that overlap, or the first, the middle and the last byte, which may be the same.
  const std::uint64_t word =
      size >= 4 ? load<std::uint32_t>(text.data()) |
                      std::uint64_t{load<std::uint32_t>(text.data() + size - 4)} << (size - 4) * 8
                : byte(0) | byte(size / 2) | byte(size - 1);
  return word | in_each_byte(' ') << size * 8;
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
  room(text.size() + kWordBytes);  // and put_bytes_escaped keeps what the rest of the text needs
  while (text.size() >= sizeof(Block)) text.remove_prefix(put_clean<Block>(text));
  if (text.size() >= kWordBytes) text.remove_prefix(put_clean<std::uint64_t>(text));
  const std::uint64_t rest = load_short(text);
  if (has_escape(rest)) {
    put_bytes_escaped(text, text.size());
  } else {
    std::memcpy(at_, &rest, kWordBytes);
    at_ += text.size();
  }
}

template <class T>
std::size_t Appender::put_clean(std::string_view text) {
  const T bytes = load<T>(text.data());
  if (has_escape(bytes)) {
    put_bytes_escaped(text, sizeof bytes);
  } else {
    std::memcpy(at_, &bytes, sizeof bytes);
    at_ += sizeof bytes;
  }
  return sizeof bytes;
}

void Appender::put_bytes_escaped(std::string_view text, std::size_t count) {
  char* out = room(count * kEscapeBytesMax + (text.size() - count) + kWordBytes);
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

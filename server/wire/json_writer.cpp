#include "server/wire/json_writer.h"

#include <array>
#include <charconv>
#include <chrono>

namespace stator::wire {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

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

void append_integer(std::string& out, std::int64_t value) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.append(digits.data(), end);
}

// Digits without trailing zeros, but at least one.
std::string_view significant(std::string_view digits) {
  const std::size_t last = digits.find_last_not_of('0');
  return digits.substr(0, last == std::string_view::npos ? 1 : last + 1);
}

// Java's Double.toString of milliseconds / 1000: plain below 10^7 seconds, scientific from there.
void append_seconds(std::string& out, std::int64_t milliseconds) {
  if (milliseconds < 0) {
    out += '-';
    milliseconds = -milliseconds;
  }
  constexpr std::int64_t kMillisecondsPerSecond = 1000;
  constexpr std::int64_t kScientificFrom = 10'000'000 * kMillisecondsPerSecond;
  std::string digits;
  append_integer(digits, milliseconds);
  if (milliseconds >= kScientificFrom) {
    out += digits[0];
    out += '.';
    out += significant(std::string_view(digits).substr(1));
    out += 'E';
    append_integer(out, static_cast<std::int64_t>(digits.size()) - 4);
    return;
  }
  append_integer(out, milliseconds / kMillisecondsPerSecond);
  out += '.';
  const std::string fraction =
      std::to_string(kMillisecondsPerSecond + milliseconds % kMillisecondsPerSecond);
  out += significant(std::string_view(fraction).substr(1));
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const char escape = kEscapes[byte];
    if (escape == 0) continue;
    out.append(text, start, i - start);
    start = i + 1;
    out += '\\';
    out += escape;
    if (escape == 'u') {
      out += "00";
      out += kHexDigits[byte >> 4];
      out += kHexDigits[byte & 0xF];
    }
  }
  out.append(text, start, text.size() - start);
}

JsonWriter& JsonWriter::escaped_key(std::string_view name) {
  string(name);
  out_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  separate();
  out_ += '"';
  append_escaped(out_, text);
  out_ += '"';
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  separate();
  append_integer(out_, value);
  return *this;
}

JsonWriter& JsonWriter::half_units(std::int64_t halves) {
  separate();
  append_integer(out_, halves / 2);
  out_ += halves % 2 == 0 ? ".0" : ".5";
  return *this;
}

JsonWriter& JsonWriter::timestamp(Timestamp time) {
  separate();
  append_seconds(out_, time.time_since_epoch().count());
  return *this;
}

}  // namespace stator::wire

#include "server/wire/json_writer.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>

#include "server/wire/appender.h"

namespace stator::wire {
namespace {

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

void append_number(std::string& out, double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
  out += text;
  // A double shows that it is one, as Java's do.
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

JsonWriter& JsonWriter::escaped_key(std::string_view name) {
  string(name);
  out_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  separate();
  Appender out(out_);
  out.put('"');
  out.put_escaped(text);
  out.put('"');
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  separate();
  append_integer(out_, value);
  return *this;
}

JsonWriter& JsonWriter::number(double value) {
  separate();
  append_number(out_, value);
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

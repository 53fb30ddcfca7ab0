// Numbers: two lines. What parses prints as text that parses to the same number; sums and
// differences undo each other; the order of numbers is the order of their key bytes.
#include "model/number.h"

#include <compare>
#include <optional>
#include <variant>

#include "model/attribute_value.h"
#include "model/key_bytes.h"
#include "tests/fuzz/property.h"

namespace stator::fuzz {
namespace {

std::optional<Number> parse(std::string_view text) {
  const auto result = Number::parse(text);
  if (const auto* number = std::get_if<Number>(&result)) return *number;
  return std::nullopt;
}

void check_one(const Number& number) {
  const std::string text = number.to_string();
  const auto again = parse(text);
  require(again && *again == number, "a number prints as itself", text);
  require(again->to_string() == text, "a number has one spelling", text);
  require(number.size_bytes() >= 1 && number.size_bytes() <= 21, "a number has 1 to 21 bytes",
          text);
  require(number.negated().negated() == number, "a number is its negation's negation", text);
}

void check_two(const Number& a, const Number& b) {
  const std::string text = a.to_string() + ' ' + b.to_string();
  KeyBytes key_a;
  KeyBytes key_b;
  append_key_value(key_a, AttributeValue(a));
  append_key_value(key_b, AttributeValue(b));
  require((a <=> b) == (key_a <=> key_b), "key bytes have the order of numbers", text);
  require((b <=> a) == (key_b <=> key_a), "order is the reverse of the reverse order", text);
  require(Number::add(a, b) == Number::add(b, a), "sums commute", text);
  const auto sum = Number::add(a, b);
  if (const auto* number = std::get_if<Number>(&sum)) {
    const auto back = Number::subtract(*number, b);
    // The way back may leave the range on its way through 38 digits; where it does not, it ends at
    // the start.
    if (const auto* start = std::get_if<Number>(&back)) {
      require(*start == a, "a difference undoes a sum", text);
    }
  }
}

}  // namespace
}  // namespace stator::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = stator::fuzz::text_of(data, size);
  const auto a = stator::fuzz::parse(stator::fuzz::take_line(rest));
  const auto b = stator::fuzz::parse(stator::fuzz::take_line(rest));
  if (a) stator::fuzz::check_one(*a);
  if (a && b) stator::fuzz::check_two(*a, *b);
  return 0;
}

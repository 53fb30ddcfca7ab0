// number   = [ sign ] , mantissa , [ ( "e" | "E" ) , [ sign ] , digits ]
// mantissa = digits , [ "." , [ digits ] ] | "." , digits
// sign     = "+" | "-"
// digits   = digit , { digit }
//
// Leading zeros, a leading "+" and any exponent that leaves the value in range are fine; blanks,
// "_", "inf", "nan" and hexadecimal are not (measured on the service).
#include "model/number.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/decimal.h"
#include "model/limits.h"

namespace stator {
namespace {

using limits::kNumberDigitsMax;
using limits::kNumberExponentMax;
using limits::kNumberExponentMin;

Uint128 power_of_ten(std::int64_t exponent) {
  return kPowersOfTen[static_cast<std::size_t>(exponent)];
}

// Reads one text once, from left to right.
class NumberReader {
 public:
  explicit NumberReader(std::string_view text)
      : at_(text.data()), end_(text.data() + text.size()) {}

  // False when the text is not of the grammar. Everything below is valid after true.
  bool read() {
    negative_ = read_sign();
    const char* const mantissa = at_;
    read_digits();
    std::int64_t digits = at_ - mantissa;
    std::int64_t fraction_digits = 0;
    if (at_ != end_ && *at_ == '.') {
      const char* const fraction = ++at_;
      read_digits();
      fraction_digits = at_ - fraction;
      digits += fraction_digits;
    }
    if (digits == 0) return false;
    exponent_ = zeros_ - fraction_digits;
    if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
      ++at_;
      if (!read_exponent()) return false;
    }
    return at_ == end_;
  }

  bool negative() const { return negative_; }
  // Digits from the first to the last that is not zero; 0 for zero.
  std::int64_t significant_digits() const { return significant_digits_; }
  // Those digits. Meaningless when there are more than 38.
  Uint128 coefficient() const { return coefficient_; }
  // The power of ten of the last significant digit.
  std::int64_t exponent() const { return exponent_; }

 private:
  bool read_sign() {
    if (at_ == end_ || (*at_ != '+' && *at_ != '-')) return false;
    return *at_++ == '-';
  }

  // Zeros wait in `zeros_` and join the coefficient only when another digit follows, so that any
  // number of trailing zeros is fine.
  void read_digits() {
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      if (*at_ == '0') {
        if (significant_digits_ > 0) ++zeros_;
        continue;
      }
      significant_digits_ += zeros_ + 1;
      if (significant_digits_ <= kNumberDigitsMax) {
        const auto digit = static_cast<unsigned>(*at_ - '0');
        coefficient_ = coefficient_ * power_of_ten(zeros_ + 1) + digit;
      }
      zeros_ = 0;
    }
  }

  bool read_exponent() {
    // No text is long enough for its mantissa to bring such an exponent back into range.
    constexpr std::int64_t kUnreachable = 1'000'000'000'000'000;
    const bool negative = read_sign();
    const char* const first = at_;
    std::int64_t value = 0;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      value = std::min(value * 10 + (*at_ - '0'), kUnreachable);
    }
    exponent_ += negative ? -value : value;
    return at_ != first;
  }

  const char* at_;
  const char* end_;
  bool negative_ = false;
  std::int64_t significant_digits_ = 0;
  std::int64_t zeros_ = 0;
  Uint128 coefficient_ = 0;
  std::int64_t exponent_ = 0;
};

// The power of ten of the first digit. REQUIRES: number is not zero.
int leading_exponent(const Number& number) {
  return number.exponent() + digit_count(number.coefficient()) - 1;
}

// A coefficient that does not end in a zero digit, and the exponent that makes up for it.
struct Canonical {
  Uint128 coefficient;
  int exponent;
};

Canonical without_trailing_zeros(Uint128 coefficient, int exponent) {
  // 128-bit division is slow, so it takes big steps and leaves the rest to 64 bits.
  constexpr int kStep = 18;
  while ((coefficient >> 64) != 0 && coefficient % power_of_ten(kStep) == 0) {
    coefficient /= power_of_ten(kStep);
    exponent += kStep;
  }
  while ((coefficient >> 64) != 0 && coefficient % 10 == 0) {
    coefficient /= 10;
    ++exponent;
  }
  if ((coefficient >> 64) != 0) return {coefficient, exponent};
  auto small = static_cast<std::uint64_t>(coefficient);
  while (small % 10 == 0) {
    small /= 10;
    ++exponent;
  }
  return {small, exponent};
}

std::strong_ordering compare_magnitudes(const Number& a, const Number& b) {
  const int lead_a = leading_exponent(a);
  const int lead_b = leading_exponent(b);
  if (lead_a != lead_b) return lead_a <=> lead_b;
  // The first digits have the same weight, so the one with fewer digits, scaled to as many as the
  // other has, stays below 10^38.
  Uint128 coefficient_a = a.coefficient();
  Uint128 coefficient_b = b.coefficient();
  const int difference = a.exponent() - b.exponent();
  if (difference > 0) coefficient_a *= power_of_ten(difference);
  if (difference < 0) coefficient_b *= power_of_ten(-difference);
  return coefficient_a <=> coefficient_b;
}

}  // namespace

Number::Number(std::int64_t value) : negative_(value < 0) {
  if (value == 0) return;
  // Negating as unsigned is right for the least value too, which has no positive counterpart.
  const auto bits = static_cast<std::uint64_t>(value);
  const Canonical canonical = without_trailing_zeros(negative_ ? 0 - bits : bits, 0);
  set_coefficient(canonical.coefficient);
  exponent_ = static_cast<std::int16_t>(canonical.exponent);
}

std::variant<Number, NumberFault> Number::parse(std::string_view text) {
  NumberReader reader(text);
  if (!reader.read()) return NumberFault::kNotANumber;
  if (reader.significant_digits() == 0) return Number();
  const std::int64_t leading = reader.exponent() + reader.significant_digits() - 1;
  if (leading > kNumberExponentMax) return NumberFault::kOverflow;
  if (leading < kNumberExponentMin) return NumberFault::kUnderflow;
  if (reader.significant_digits() > kNumberDigitsMax) return NumberFault::kTooManyDigits;
  Number number;
  number.set_coefficient(reader.coefficient());
  number.exponent_ = static_cast<std::int16_t>(reader.exponent());
  number.negative_ = reader.negative();
  return number;
}

std::variant<Number, NumberFault> Number::make(bool negative, Uint128 coefficient, int exponent) {
  if (coefficient == 0) return Number();
  const Canonical canonical = without_trailing_zeros(coefficient, exponent);
  const int digits = digit_count(canonical.coefficient);
  const int leading = canonical.exponent + digits - 1;
  if (leading > kNumberExponentMax) return NumberFault::kOverflow;
  if (leading < kNumberExponentMin) return NumberFault::kUnderflow;
  if (digits > kNumberDigitsMax) return NumberFault::kTooManyDigits;
  Number number;
  number.set_coefficient(canonical.coefficient);
  number.exponent_ = static_cast<std::int16_t>(canonical.exponent);
  number.negative_ = negative;
  return number;
}

std::variant<Number, NumberFault> Number::add(const Number& a, const Number& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  const bool a_is_coarser = a.exponent_ >= b.exponent_;
  const Number& coarse = a_is_coarser ? a : b;
  const Number& fine = a_is_coarser ? b : a;
  const int shift = coarse.exponent_ - fine.exponent_;
  const int digits = digit_count(coarse.coefficient());
  // With a shift, the last digit of the result is the last digit of `fine`, which is not zero: the
  // result cannot be shortened. `fine` is below 10^38, so a scaled `coarse` of 2 * 10^38 or more
  // leaves at least 39 digits, whatever the signs. A smaller one fits 128 bits (3.4 * 10^38), and
  // so does its sum with `fine`.
  if (shift > 0) {
    if (digits + shift > kNumberDigitsMax + 1) return NumberFault::kTooManyDigits;
    if (digits + shift == kNumberDigitsMax + 1 &&
        coarse.coefficient() >= 2 * power_of_ten(digits - 1)) {
      return NumberFault::kTooManyDigits;
    }
  }
  const Uint128 scaled = coarse.coefficient() * power_of_ten(shift);
  const Uint128 other = fine.coefficient();
  if (coarse.negative_ == fine.negative_) return make(a.negative_, scaled + other, fine.exponent_);
  if (scaled >= other) return make(coarse.negative_, scaled - other, fine.exponent_);
  return make(fine.negative_, other - scaled, fine.exponent_);
}

std::variant<Number, NumberFault> Number::subtract(const Number& a, const Number& b) {
  return add(a, b.negated());
}

Number Number::negated() const {
  Number result = *this;
  result.negative_ = !negative_ && !is_zero();
  return result;
}

std::string Number::to_string() const {
  std::string text;
  append_to(text);
  return text;
}

void Number::append_to(std::string& out) const {
  std::array<char, kTextBytesMax> text;
  out.append(text.data(), write_to(text.data()));
}

char* Number::write_to(char* out) const {
  if (is_zero()) {
    *out++ = '0';
    return out;
  }
  if (negative_) *out++ = '-';
  const DecimalDigits decimal(coefficient());
  const std::string_view digits = decimal.view();
  if (exponent_ >= 0) {
    out = std::copy(digits.begin(), digits.end(), out);
    return std::fill_n(out, exponent_, '0');
  }
  const auto fraction_digits = static_cast<std::size_t>(-exponent_);
  if (digits.size() > fraction_digits) {
    const std::string_view whole = digits.substr(0, digits.size() - fraction_digits);
    const std::string_view fraction = digits.substr(whole.size());
    out = std::copy(whole.begin(), whole.end(), out);
    *out++ = '.';
    return std::copy(fraction.begin(), fraction.end(), out);
  }
  *out++ = '0';
  *out++ = '.';
  out = std::fill_n(out, fraction_digits - digits.size(), '0');
  return std::copy(digits.begin(), digits.end(), out);
}

std::size_t Number::size_bytes() const {
  constexpr std::size_t kBytesMax = 21;  // R6
  if (is_zero()) return 1;
  // Pairs are aligned at the decimal point: powers 2n and 2n + 1 share a byte. The shift rounds
  // down for negative powers too.
  const int first_pair = leading_exponent(*this) >> 1;
  const int last_pair = exponent_ >> 1;
  const auto pairs = static_cast<std::size_t>(first_pair - last_pair + 1);
  return std::min(1 + pairs + (negative_ ? 1u : 0u), kBytesMax);
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
  if (a.is_zero() || b.is_zero() || a.negative_ != b.negative_) {
    const int sign_a = a.is_zero() ? 0 : (a.negative_ ? -1 : 1);
    const int sign_b = b.is_zero() ? 0 : (b.negative_ ? -1 : 1);
    return sign_a <=> sign_b;
  }
  return a.negative_ ? compare_magnitudes(b, a) : compare_magnitudes(a, b);
}

}  // namespace stator

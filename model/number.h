// DynamoDB's Number: an exact decimal of up to 38 significant digits.
//
// Invariants
//  1. value = (negative ? -1 : 1) * coefficient * 10^exponent
//  2. coefficient < 10^38 and does not end in a zero digit; zero is coefficient 0, exponent 0,
//     not negative. So equal numbers are equal member by member.
//  3. 10^-130 <= |value| < 10^126, or zero.
// No floating point is involved anywhere.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <variant>

namespace stator {

__extension__ typedef unsigned __int128 Uint128;

enum class NumberFault {
  kNotANumber,      // the text is not of the number grammar
  kOverflow,        // magnitude of 10^126 or more
  kUnderflow,       // magnitude below 10^-130, but not zero
  kTooManyDigits,   // more than 38 significant digits
};

class Number {
 public:
  // Zero.
  constexpr Number() = default;
  explicit Number(std::int64_t value);

  // Reads `[+-]? (digits [. digits*] | . digits) ([eE] [+-]? digits)?`; no blanks, no other
  // spellings. Any spelling of a value gives the same Number.
  static std::variant<Number, NumberFault> parse(std::string_view text);

  // The value of invariant 1, made canonical, or why it cannot be stored.
  static std::variant<Number, NumberFault> make(bool negative, Uint128 coefficient, int exponent);

  // Exact sum and difference, or why the result cannot be stored.
  static std::variant<Number, NumberFault> add(const Number& a, const Number& b);
  static std::variant<Number, NumberFault> subtract(const Number& a, const Number& b);

  Number negated() const;

  // Plain decimal without exponent, as the service prints numbers: 1E3 -> 1000, 1.50 -> 1.5.
  std::string to_string() const;
  void append_to(std::string& out) const;
  // The same into memory of at least kTextBytesMax bytes; returns the end.
  char* write_to(char* out) const;
  static constexpr std::size_t kTextBytesMax = 1 + 2 + 130 + 37;  // -0.00...0 and 38 digits

  // Bytes that the value counts for (docs/METERING.md, rule R5: base-100 digit pairs aligned at
  // the decimal point, one byte for the exponent, one for the sign of negatives).
  std::size_t size_bytes() const;

  bool is_zero() const { return coefficient() == 0; }
  bool is_negative() const { return negative_; }
  Uint128 coefficient() const {
    Uint128 coefficient;
    std::memcpy(&coefficient, coefficient_.data(), sizeof coefficient);
    return coefficient;
  }
  int exponent() const { return exponent_; }

  friend bool operator==(const Number&, const Number&) = default;
  friend std::strong_ordering operator<=>(const Number& a, const Number& b);

 private:
  void set_coefficient(Uint128 coefficient) {
    std::memcpy(coefficient_.data(), &coefficient, sizeof coefficient);
  }

  // The bytes of a Uint128. With its alignment every AttributeValue would be twice as large.
  std::array<std::uint32_t, 4> coefficient_{};
  std::int16_t exponent_ = 0;
  bool negative_ = false;
};

}  // namespace stator

// Decimal digits of 128-bit coefficients. Internal to model: number.cpp and key_bytes.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "model/number.h"

namespace stator {

// 10^0 to 10^38, the largest power of ten below 2^128.
inline constexpr std::array<Uint128, 39> kPowersOfTen = [] {
  std::array<Uint128, 39> powers{};
  Uint128 power = 1;
  for (Uint128& slot : powers) {
    slot = power;
    power *= 10;  // wraps after the last slot, where it is not used
  }
  return powers;
}();

// Digits of `value` in decimal notation; 0 for zero.
int digit_count(Uint128 value);

// The digits of `value`, most significant first, without leading zeros; none for zero.
class DecimalDigits {
 public:
  explicit DecimalDigits(Uint128 value);
  std::string_view view() const { return {buffer_.data() + begin_, buffer_.size() - begin_}; }

 private:
  std::array<char, 39> buffer_;  // 2^128 has 39 digits
  std::size_t begin_ = 39;
};

}  // namespace stator

#include "model/decimal.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace stator {

int digit_count(Uint128 value) {
  if (value == 0) return 0;
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  const int bits = 128 - (high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low));
  // 1233 / 4096 is log10(2), close enough up to 128 bits that the estimate is at most one short.
  const int estimate = bits * 1233 / 4096;
  return estimate + (value >= kPowersOfTen[static_cast<std::size_t>(estimate)] ? 1 : 0);
}

DecimalDigits::DecimalDigits(Uint128 value) {
  // Division of 128 bits is slow: take 18 digits at a time from it and divide the rest in 64 bits.
  constexpr std::uint64_t kChunk = 1'000'000'000'000'000'000;
  constexpr int kChunkDigits = 18;
  while (value > std::numeric_limits<std::uint64_t>::max()) {
    auto chunk = static_cast<std::uint64_t>(value % kChunk);
    value /= kChunk;
    for (int i = 0; i < kChunkDigits; ++i) {
      buffer_[--begin_] = static_cast<char>('0' + chunk % 10);
      chunk /= 10;
    }
  }
  for (auto rest = static_cast<std::uint64_t>(value); rest != 0; rest /= 10) {
    buffer_[--begin_] = static_cast<char>('0' + rest % 10);
  }
}

}  // namespace stator

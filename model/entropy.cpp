#include "model/entropy.h"

#include <array>
#include <bit>
#include <random>
#include <string_view>

namespace stator {
namespace {

// xoshiro256** by Blackman and Vigna: a few instructions per number, a period of 2^256 - 1.
class Generator {
 public:
  Generator() {
    // random_device asks the processor or the operating system, 32 bits at a time.
    std::random_device device;
    for (std::uint64_t& word : state_) {
      word = static_cast<std::uint64_t>(device()) << 32 | device();
    }
    state_[0] |= 1;  // all zeros is the one state that stays as it is
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace

std::uint64_t SystemEntropy::next() {
  thread_local Generator generator;
  return generator.next();
}

// xxxxxxxx-xxxx-4xxx-Vxxx-xxxxxxxxxxxx, where V is 8, 9, a or b (RFC 4122, section 4.4).
std::string make_uuid(Entropy& entropy) {
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  const std::uint64_t high = (entropy.next() & ~std::uint64_t{0xF000}) | 0x4000;
  const std::uint64_t low = entropy.next() >> 2 | std::uint64_t{1} << 63;
  std::string text;
  text.reserve(36);
  for (const std::uint64_t half : {high, low}) {
    for (int shift = 60; shift >= 0; shift -= 4) {
      if (text.size() == 8 || text.size() == 13 || text.size() == 18 || text.size() == 23) {
        text += '-';
      }
      text += kHexDigits[half >> shift & 0xF];
    }
  }
  return text;
}

}  // namespace stator

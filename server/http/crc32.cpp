#include "server/http/crc32.h"

#include <cstddef>
#include <limits>

#include <zlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace stator::server::http {
namespace {

std::uint32_t continue_crc32(std::uint32_t crc, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

#if defined(__x86_64__)

// A CRC is the remainder of the message, read as a polynomial over GF(2), by P. So a block of 128
// bits may be replaced by itself times x^d mod P, added to the block d bits later: the remainder
// stays. Carry-less multiplication does that for 16 bytes in two instructions, and what is left in
// the end is a message of 16 bytes for zlib. (V. Gopal et al., "Fast CRC Computation for Generic
// Polynomials Using PCLMULQDQ Instruction", Intel 2009, has the mathematics.)
//
// Bits are reflected, as the CRC of IEEE 802.3 wants: bit 0 of a byte is its highest power. A
// product of two reflected numbers comes out one bit too low, hence the shift of the constants.

constexpr std::uint32_t kReflectedPolynomial = 0xEDB88320U;

// x^power mod P, reflected.
constexpr std::uint32_t power_of_x(unsigned power) {
  std::uint32_t value = 0x80000000U;
  for (unsigned i = 0; i < power; ++i) {
    value = (value >> 1U) ^ ((value & 1U) != 0 ? kReflectedPolynomial : 0U);
  }
  return value;
}

// What a block's two halves are multiplied by to move it `bits` further. The lower half holds the
// higher powers; each half's 64 bits and the constant's 32 set the two exponents apart by 64.
struct FoldConstants {
  std::uint64_t lower;
  std::uint64_t upper;
};
constexpr FoldConstants fold_constants(unsigned bits) {
  return {std::uint64_t{power_of_x(bits + 32)} << 1U, std::uint64_t{power_of_x(bits - 32)} << 1U};
}

constexpr std::size_t kBlockBytes = 16;
constexpr std::size_t kStrideBytes = 4 * kBlockBytes;  // four independent chains hide the latency
constexpr FoldConstants kFoldStride = fold_constants(8 * kStrideBytes);
constexpr FoldConstants kFoldBlock = fold_constants(8 * kBlockBytes);

__attribute__((target("pclmul,sse4.1"))) inline __m128i load(const char* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

__attribute__((target("pclmul,sse4.1"))) inline __m128i constants(FoldConstants fold) {
  return _mm_set_epi64x(static_cast<long long>(fold.upper), static_cast<long long>(fold.lower));
}

__attribute__((target("pclmul,sse4.1"))) inline __m128i fold(__m128i block, __m128i factors,
                                                             __m128i next) {
  const __m128i lower = _mm_clmulepi64_si128(block, factors, 0x00);
  const __m128i upper = _mm_clmulepi64_si128(block, factors, 0x11);
  return _mm_xor_si128(_mm_xor_si128(lower, upper), next);
}

// Needs at least one stride.
__attribute__((target("pclmul,sse4.1"))) std::uint32_t folded_crc32(std::string_view bytes) {
  const char* at = bytes.data();
  // The CRC starts from all ones, which is to say: with the first four bytes inverted.
  __m128i a = _mm_xor_si128(load(at), _mm_set_epi32(0, 0, 0, -1));
  __m128i b = load(at + kBlockBytes);
  __m128i c = load(at + 2 * kBlockBytes);
  __m128i d = load(at + 3 * kBlockBytes);
  at += kStrideBytes;
  std::size_t left = bytes.size() - kStrideBytes;

  const __m128i by_stride = constants(kFoldStride);
  for (; left >= kStrideBytes; at += kStrideBytes, left -= kStrideBytes) {
    a = fold(a, by_stride, load(at));
    b = fold(b, by_stride, load(at + kBlockBytes));
    c = fold(c, by_stride, load(at + 2 * kBlockBytes));
    d = fold(d, by_stride, load(at + 3 * kBlockBytes));
  }
  const __m128i by_block = constants(kFoldBlock);
  __m128i block = fold(fold(fold(a, by_block, b), by_block, c), by_block, d);
  for (; left >= kBlockBytes; at += kBlockBytes, left -= kBlockBytes) {
    block = fold(block, by_block, load(at));
  }

  char rest[kBlockBytes];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(rest), block);
  // The start value is in the block already; all ones is what zlib's own inversion cancels.
  constexpr std::uint32_t kNothingYet = std::numeric_limits<std::uint32_t>::max();
  return continue_crc32(continue_crc32(kNothingYet, {rest, kBlockBytes}), {at, left});
}

#endif

}  // namespace

std::uint32_t crc32_of(std::string_view bytes) {
#if defined(__x86_64__)
  static const bool can_fold = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  if (can_fold && bytes.size() >= kStrideBytes) {
    return folded_crc32(bytes);
  }
#endif
  return continue_crc32(0, bytes);
}

}  // namespace stator::server::http

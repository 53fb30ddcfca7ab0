#include "storage/journal/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace stator::storage {
namespace {

constexpr std::uint32_t kReflectedPolynomial = 0x82F63B78U;

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value >> 1U) ^ ((value & 1U) != 0 ? kReflectedPolynomial : 0U);
    }
    table[i] = value;
  }
  return table;
}

std::uint32_t by_table(std::string_view bytes, std::uint32_t crc) {
  static constexpr std::array<std::uint32_t, 256> kTable = make_table();
  for (const char byte : bytes) {
    crc = kTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (crc >> 8U);
  }
  return crc;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) std::uint32_t by_instruction(std::string_view bytes,
                                                               std::uint32_t crc) {
  std::uint64_t wide = crc;
  while (bytes.size() >= sizeof wide) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    wide = __builtin_ia32_crc32di(wide, word);
    bytes.remove_prefix(sizeof word);
  }
  crc = static_cast<std::uint32_t>(wide);
  for (const char byte : bytes) {
    crc = __builtin_ia32_crc32qi(crc, static_cast<unsigned char>(byte));
  }
  return crc;
}

#endif

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t crc) {
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2");
  if (has_instruction) return ~by_instruction(bytes, ~crc);
#endif
  return ~by_table(bytes, ~crc);
}

}  // namespace stator::storage

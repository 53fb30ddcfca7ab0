// CRC-32C (Castagnoli), which finds every error of up to 32 neighbouring bits in a record.
#pragma once

#include <cstdint>
#include <string_view>

namespace stator::storage {

// The checksum of what had `crc` so far (0: nothing) and continues with `bytes`. Safe from any
// thread.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t crc = 0);

}  // namespace stator::storage

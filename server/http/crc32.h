// The checksum of the x-amz-crc32 header: CRC-32 as in IEEE 802.3, zlib and gzip. Pure.
#pragma once

#include <cstdint>
#include <string_view>

namespace stator::server::http {

std::uint32_t crc32_of(std::string_view bytes);

}  // namespace stator::server::http

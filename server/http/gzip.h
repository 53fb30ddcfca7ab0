// gzip for request and reply bodies. Pure functions, safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace stator::server::http {

enum class InflateFault : std::uint8_t { kCorrupt, kTooLarge };

// The decompressed bytes, or why there are none. At most `bytes_max` bytes are ever produced, so a
// small body cannot inflate to fill the memory.
std::variant<std::string, InflateFault> inflate_gzip(std::string_view bytes, std::size_t bytes_max);

// `bytes` as one gzip member. Throws std::bad_alloc.
std::string deflate_gzip(std::string_view bytes);

// Whether an Accept-Encoding header names gzip without forbidding it (q=0).
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace stator::server::http

// Percent-encoding (RFC 3986), as Signature Version 4 uses it. Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator::server {

// A '%' that starts no escape stands for itself.
std::string decode_percent(std::string_view text);

enum class KeepSlash : std::uint8_t { kNo, kYes };

// Escapes everything but letters, digits and -._~ (and '/', if it is kept).
std::string encode_percent(std::string_view text, KeepSlash slash);

}  // namespace stator::server

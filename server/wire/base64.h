// Standard base64 with padding (RFC 4648, section 4), as blobs are written on the wire.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stator::wire {

// The bytes. Throws SerializationException with the service's texts.
std::string decode_base64(std::string_view text);

// Appends the encoding of `bytes`.
void append_base64(std::string& out, std::string_view bytes);

std::string encode_base64(std::string_view bytes);

}  // namespace stator::wire

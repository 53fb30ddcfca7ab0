// SHA-256, for identities of requests.
#pragma once

#include <string>
#include <string_view>

namespace stator::server {

// 32 bytes.
std::string sha256(std::string_view bytes);

}  // namespace stator::server

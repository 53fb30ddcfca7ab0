// `stator serve`, with flags of its own.
//
// Private to command_line/.
#pragma once

#include <span>

#include "server/command_line/options.h"

namespace stator::server {

// The arguments after `serve`.
Command parse_native(std::span<const char* const> arguments);

}  // namespace stator::server

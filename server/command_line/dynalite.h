// `stator dynalite`: the flags of the dynalite package.
//
// Private to command_line/.
#pragma once

#include <span>

#include "server/command_line/options.h"

namespace stator::server {

// The arguments after `dynalite`.
Command parse_dynalite(std::span<const char* const> arguments);

}  // namespace stator::server

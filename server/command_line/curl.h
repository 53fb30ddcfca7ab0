// The program under the name `curl`: the few flags that health checks use.
//
// Private to command_line/.
#pragma once

#include <span>

#include "server/command_line/options.h"

namespace stator::server {

Command parse_curl(std::span<const char* const> arguments);

}  // namespace stator::server

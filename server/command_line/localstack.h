// `stator localstack`: LocalStack's port, paths and environment, for DynamoDB alone.
//
// Private to command_line/.
#pragma once

#include <span>

#include "server/command_line/options.h"

namespace stator::server {

inline constexpr std::uint16_t kLocalStackPort = 4566;

// The arguments after `localstack`: those of `serve`, which win over the environment.
Command parse_localstack(std::span<const char* const> arguments, const Environment& environment);

}  // namespace stator::server

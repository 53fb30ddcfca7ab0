// What the server prints on standard output once clients can connect: what scripts, and libraries
// that start it, wait for.
#pragma once

#include <cstdint>
#include <string>

#include "server/command_line/options.h"

namespace stator::server {

// `url` is where a client on this machine reaches the server. Ends with a line end.
std::string banner(const ServeOptions& options, const std::string& url, std::uint16_t port);

}  // namespace stator::server

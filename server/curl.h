// The `curl` of the container image: one request over plain HTTP, for health checks.
//
// Enough for `curl -f URL`, `curl -s -o /dev/null -I -w '%{http_code}' URL` and their like; the
// image needs no more, and so no other program.
#pragma once

#include "server/command_line/options.h"

namespace stator::server {

// Asks, writes the body (or the head, with -I) to standard output or the file, and then what -w
// asks for. Returns curl's exit code: 0, 3 for an address it cannot read, 7 if nobody answers,
// 22 for a status of 400 or more with -f, 23 if the file cannot be written.
int run_curl(const CurlOptions& options);

}  // namespace stator::server

// The page at /shell/: tables, their items and the metering, in one file without dependencies.
#pragma once

#include <string_view>

namespace stator::server::http {

extern const std::string_view kConsole;

}  // namespace stator::server::http

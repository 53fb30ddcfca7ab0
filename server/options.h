// The command line: what `stator` was asked to do. Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace stator::server {

inline constexpr std::string_view kVersion = "0.1.0";

struct ServeOptions {
  std::string host;  // empty: all addresses of this machine
  std::uint16_t port = 8000;
  std::size_t threads = 0;  // 0: one per core, up to kDefaultThreadsMax
  std::optional<int> ready_fd;
};

// More threads seldom help a test suite; whoever has a use for them says --threads.
inline constexpr std::size_t kDefaultThreadsMax = 8;

// Something to print, and nothing else to do.
struct ShowText {
  std::string text;
};

// One line for stderr; the exit code is 2.
struct UsageError {
  std::string message;
};

using Command = std::variant<ServeOptions, ShowText, UsageError>;

// `arguments` without the program's name. None at all means `serve`.
Command parse_command_line(std::span<const char* const> arguments);

}  // namespace stator::server

#include "server/command_line/curl.h"

#include <fmt/format.h>

namespace stator::server {
namespace {

// Flags without a value may be joined: -sf, -fsSI.
std::optional<UsageError> apply_letters(std::string_view letters, CurlOptions& options) {
  for (const char letter : letters) {
    switch (letter) {
      case 's': options.is_silent = true; break;
      case 'S': options.is_silent = false; break;
      case 'f': options.fails_on_error = true; break;
      case 'I': options.asks_head = true; break;
      case 'L':
      case 'k':
      case 'v': break;
      default: return UsageError{fmt::format("curl: option -{} is not known here", letter)};
    }
  }
  return std::nullopt;
}

std::string_view short_name(std::string_view flag) {
  if (flag == "--silent") return "-s";
  if (flag == "--show-error") return "-S";
  if (flag == "--fail") return "-f";
  if (flag == "--head") return "-I";
  if (flag == "--location") return "-L";
  if (flag == "--output") return "-o";
  if (flag == "--write-out") return "-w";
  if (flag == "--max-time") return "-m";
  return flag;
}

}  // namespace

Command parse_curl(std::span<const char* const> arguments) {
  CurlOptions options;
  while (!arguments.empty()) {
    const std::string_view flag = short_name(arguments.front());
    arguments = arguments.subspan(1);
    if (!flag.starts_with('-') || flag.size() < 2) {
      options.url = flag;
      continue;
    }
    const char last = flag.back();
    const bool takes_value = last == 'o' || last == 'w' || last == 'm';
    if (auto fault = apply_letters(flag.substr(1, flag.size() - 1 - (takes_value ? 1U : 0U)),
                                   options)) {
      return *std::move(fault);
    }
    if (!takes_value) continue;
    if (arguments.empty()) return UsageError{fmt::format("curl: {} needs a value", flag)};
    if (last == 'o') options.output = arguments.front();
    if (last == 'w') options.write_out = arguments.front();
    arguments = arguments.subspan(1);
  }
  if (options.url.empty()) return UsageError{"curl: no address given"};
  return options;
}

}  // namespace stator::server

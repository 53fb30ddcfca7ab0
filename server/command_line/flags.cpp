// By hand and not with Boost.Program_options: the library brings the locales of the standard
// library along, which with itself come to a tenth of the release binary.
#include "server/command_line/flags.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace stator::server {
namespace {

std::string spelled(std::string_view name, FlagStyle style) {
  return (style == FlagStyle::kOneDash ? "-" : "--") + std::string(name);
}

const Flag* find(std::span<const Flag> flags, std::string_view name) {
  const auto found = std::find_if(flags.begin(), flags.end(),
                                  [&](const Flag& flag) { return flag.name == name; });
  return found == flags.end() ? nullptr : &*found;
}

// The name in an argument, without its dashes and its value; empty when it is no flag.
std::string_view name_of(std::string_view argument, FlagStyle style) {
  if (argument.starts_with("--")) {
    argument.remove_prefix(2);
  } else if (style == FlagStyle::kOneDash && argument.starts_with('-')) {
    argument.remove_prefix(1);
  } else {
    return {};
  }
  return argument.substr(0, argument.find('='));
}

}  // namespace

std::optional<UsageError> parse_flags(std::span<const Flag> flags, FlagStyle style,
                                      std::span<const char* const> arguments,
                                      std::string_view help_hint, ServeOptions& options) {
  while (!arguments.empty()) {
    const std::string_view argument = arguments.front();
    arguments = arguments.subspan(1);
    const Flag* const flag = find(flags, name_of(argument, style));
    if (flag == nullptr) {
      return UsageError{fmt::format("unknown option '{}'; {}", argument, help_hint)};
    }
    const std::string name = spelled(flag->name, style);
    const std::size_t equals = argument.find('=');
    std::string_view value;
    if (equals != std::string_view::npos) {
      if (flag->value.empty()) return UsageError{name + " takes no value"};
      value = argument.substr(equals + 1);
    } else if (!flag->value.empty()) {
      if (arguments.empty()) return UsageError{name + " needs a value"};
      value = arguments.front();
      arguments = arguments.subspan(1);
    }
    if (auto fault = flag->set(options, name, value)) return fault;
  }
  return std::nullopt;
}

std::string describe_flags(std::span<const Flag> flags, FlagStyle style) {
  std::vector<std::string> left;
  std::size_t width = 0;
  for (const Flag& flag : flags) {
    left.push_back(spelled(flag.name, style));
    if (!flag.value.empty()) left.back().append(" ").append(flag.value);
    width = std::max(width, left.back().size());
  }
  std::string text;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    text += fmt::format("  {:<{}}   {}", left[i], width, flags[i].help);
    if (!flags[i].initial.empty()) text += fmt::format("  [{}]", flags[i].initial);
    text += '\n';
  }
  return text;
}

bool asks_for_help(std::span<const char* const> arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](std::string_view argument) {
    return argument == "--help" || argument == "-help" || argument == "-h";
  });
}

std::optional<UsageError> assign_number(std::uint64_t& target, std::string_view flag,
                                        std::string_view value, std::uint64_t smallest,
                                        std::uint64_t largest) {
  std::uint64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || stop != end || number < smallest || number > largest) {
    return UsageError{
        fmt::format("{} takes a number from {} to {}, not '{}'", flag, smallest, largest, value)};
  }
  target = number;
  return std::nullopt;
}

std::optional<UsageError> set_host(ServeOptions& options, std::string_view,
                                   std::string_view value) {
  options.host = value;
  return std::nullopt;
}

std::optional<UsageError> set_port(ServeOptions& options, std::string_view flag,
                                   std::string_view value) {
  return assign<std::uint16_t>(options.port, flag, value, 0);
}

std::optional<UsageError> set_data_dir(ServeOptions& options, std::string_view flag,
                                       std::string_view value) {
  if (value.empty()) return UsageError{fmt::format("{} takes a directory", flag)};
  options.data_dir = value;
  return std::nullopt;
}

std::optional<UsageError> assign_milliseconds(std::chrono::milliseconds& target,
                                              std::string_view flag, std::string_view value,
                                              std::int64_t largest) {
  std::int64_t milliseconds = 0;
  auto fault = assign<std::int64_t>(milliseconds, flag, value, 0, largest);
  if (!fault) target = std::chrono::milliseconds(milliseconds);
  return fault;
}

}  // namespace stator::server

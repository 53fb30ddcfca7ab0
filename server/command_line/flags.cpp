#include "server/command_line/flags.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <system_error>
#include <vector>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

namespace stator::server {
namespace {

namespace po = boost::program_options;

std::string spelled(std::string_view name, FlagStyle style) {
  return (style == FlagStyle::kOneDash ? "-" : "--") + std::string(name);
}

po::options_description describe(std::span<const Flag> flags) {
  po::options_description description;
  for (const Flag& flag : flags) {
    const bool takes_no_value = flag.value.empty();
    description.add_options()(std::string(flag.name).c_str(),
                              new po::untyped_value(takes_no_value));  // owned by the description
  }
  return description;
}

int style_of(FlagStyle style) {
  namespace styles = po::command_line_style;
  const int long_flags =
      styles::allow_long | styles::long_allow_adjacent | styles::long_allow_next;
  return style == FlagStyle::kOneDash ? long_flags | styles::allow_long_disguise : long_flags;
}

const Flag& find(std::span<const Flag> flags, std::string_view name) {
  return *std::find_if(flags.begin(), flags.end(),
                       [&](const Flag& flag) { return flag.name == name; });
}

UsageError unknown(std::string_view argument, std::string_view help_hint) {
  return {fmt::format("unknown option '{}'; {}", argument, help_hint)};
}

// The library takes "--port=" for a flag without a value; it is one with an empty value.
std::optional<UsageError> missing_value(std::string_view name, FlagStyle style,
                                        std::span<const Flag> flags,
                                        std::span<const char* const> arguments,
                                        ServeOptions& options) {
  const std::string flag = spelled(name, style);
  const std::string empty = flag + "=";
  const bool is_empty = std::any_of(arguments.begin(), arguments.end(),
                                    [&](const char* argument) { return argument == empty; });
  if (is_empty) return find(flags, name).set(options, flag, "");
  return UsageError{flag + " needs a value"};
}

}  // namespace

std::optional<UsageError> parse_flags(std::span<const Flag> flags, FlagStyle style,
                                      std::span<const char* const> arguments,
                                      std::string_view help_hint, ServeOptions& options) {
  const po::options_description description = describe(flags);
  const std::vector<std::string> words(arguments.begin(), arguments.end());
  try {
    const auto parsed =
        po::command_line_parser(words).options(description).style(style_of(style)).run();
    for (const po::option& option : parsed.options) {
      if (option.position_key >= 0) return unknown(option.value.front(), help_hint);
      const std::string value = option.value.empty() ? std::string() : option.value.front();
      const std::string flag = spelled(option.string_key, style);
      if (auto fault = find(flags, option.string_key).set(options, flag, value)) return fault;
    }
  } catch (const po::unknown_option& error) {
    return unknown(error.get_option_name(), help_hint);
  } catch (const po::invalid_command_line_syntax& error) {
    const std::string name = error.get_option_name();
    if (error.kind() == po::invalid_command_line_syntax::missing_parameter ||
        error.kind() == po::invalid_command_line_syntax::empty_adjacent_parameter) {
      return missing_value(name.substr(name.find_first_not_of('-')), style, flags, arguments,
                           options);
    }
    return UsageError{error.what()};
  } catch (const po::error& error) {
    return UsageError{error.what()};
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

}  // namespace stator::server

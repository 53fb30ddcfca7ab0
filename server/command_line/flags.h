// Tables of flags: parsing and help come from the same rows.
//
// Private to command_line/.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/command_line/options.h"

namespace stator::server {

// Sets the option, or says what is wrong. `flag` is spelled as the user would.
using FlagSetter = std::optional<UsageError> (*)(ServeOptions& options, std::string_view flag,
                                                 std::string_view value);

struct Flag {
  std::string_view name;   // without dashes
  std::string_view value;  // what help calls the value; empty: the flag takes none
  FlagSetter set;
  std::string_view help;
  std::string_view initial = {};  // what help says is the default
};

enum class FlagStyle : std::uint8_t {
  kTwoDashes,  // --port 1, --port=1
  kOneDash,    // those and -port 1, -port=1, as DynamoDB Local has them
};

// Applies the arguments in order, so that the last of several wins. `help_hint` ends the message
// about an unknown flag.
std::optional<UsageError> parse_flags(std::span<const Flag> flags, FlagStyle style,
                                      std::span<const char* const> arguments,
                                      std::string_view help_hint, ServeOptions& options);

// One line per flag.
std::string describe_flags(std::span<const Flag> flags, FlagStyle style);

// True when one of the arguments asks for help, in any of its spellings.
bool asks_for_help(std::span<const char* const> arguments);

// A whole number within limits, or the error that says so.
std::optional<UsageError> assign_number(std::uint64_t& target, std::string_view flag,
                                        std::string_view value, std::uint64_t smallest,
                                        std::uint64_t largest);

template <class Number>
std::optional<UsageError> assign(Number& target, std::string_view flag, std::string_view value,
                                 Number smallest,
                                 Number largest = std::numeric_limits<Number>::max()) {
  std::uint64_t number = 0;
  auto fault = assign_number(number, flag, value, static_cast<std::uint64_t>(smallest),
                             static_cast<std::uint64_t>(largest));
  if (!fault) target = static_cast<Number>(number);
  return fault;
}

// --host and --port, which every command line has.
std::optional<UsageError> set_host(ServeOptions& options, std::string_view flag,
                                   std::string_view value);
std::optional<UsageError> set_port(ServeOptions& options, std::string_view flag,
                                   std::string_view value);

// --data-dir, whatever it is called.
std::optional<UsageError> set_data_dir(ServeOptions& options, std::string_view flag,
                                       std::string_view value);

// A duration in whole milliseconds, at most so many, or the error that says so.
std::optional<UsageError> assign_milliseconds(
    std::chrono::milliseconds& target, std::string_view flag, std::string_view value,
    std::int64_t largest = std::numeric_limits<std::int64_t>::max());

}  // namespace stator::server

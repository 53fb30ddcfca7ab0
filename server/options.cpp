#include "server/options.h"

#include <array>
#include <charconv>
#include <limits>
#include <system_error>

namespace stator::server {
namespace {

constexpr std::string_view kHelp =
    R"(Stator, an in-memory server that speaks DynamoDB's protocol and meters exactly.

usage: stator [serve] [options]   serve until SIGTERM, SIGINT or SIGHUP
       stator serve --help        list the options
       stator --version           print the version
       stator --help              print this text
)";

constexpr std::string_view kServeHelp =
    R"(usage: stator serve [options]

  --host ADDRESS   the IP address to listen on, or localhost   [all addresses]
  --port NUMBER    the port; 0 takes a free one                [8000]
  --threads N      threads that serve requests                 [one per core, at most 8]
  --ready-fd N     write {"port":NUMBER} to this descriptor once clients can connect
  --help           print this text

Once clients can connect, one line on standard output tells the address:
Stator listening on http://127.0.0.1:8000
)";

constexpr std::size_t kThreadsMax = 1024;

// An unsigned decimal number within the limits, or nothing.
template <class Number>
std::optional<Number> parse_number(std::string_view text, Number smallest, Number largest) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number < smallest || number > largest) {
    return std::nullopt;
  }
  return number;
}

template <class Number>
std::optional<UsageError> assign_number(Number& target, std::string_view flag,
                                        std::string_view value, Number smallest, Number largest) {
  const std::optional<Number> number = parse_number(value, smallest, largest);
  if (!number) {
    return UsageError{std::string(flag) + " takes a number from " + std::to_string(smallest) +
                      " to " + std::to_string(largest) + ", not '" + std::string(value) + "'"};
  }
  target = *number;
  return std::nullopt;
}

using Setter = std::optional<UsageError> (*)(ServeOptions&, std::string_view flag,
                                             std::string_view value);
struct Flag {
  std::string_view name;
  Setter set;
};

constexpr std::array kServeFlags = {
    Flag{"--host",
         [](ServeOptions& options, std::string_view, std::string_view value) {
           options.host = value;
           return std::optional<UsageError>();
         }},
    Flag{"--port",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           constexpr auto kPortMax = std::numeric_limits<std::uint16_t>::max();
           return assign_number<std::uint16_t>(options.port, flag, value, 0, kPortMax);
         }},
    Flag{"--threads",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign_number<std::size_t>(options.threads, flag, value, 1, kThreadsMax);
         }},
    Flag{"--ready-fd",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           constexpr int kDescriptorMax = std::numeric_limits<int>::max();
           return assign_number<int>(options.ready_fd.emplace(), flag, value, 0, kDescriptorMax);
         }},
};

const Flag* find_flag(std::string_view name) {
  for (const Flag& flag : kServeFlags) {
    if (flag.name == name) {
      return &flag;
    }
  }
  return nullptr;
}

// Flags as `--name value` or `--name=value`; the last of several wins.
Command parse_serve(std::span<const char* const> arguments) {
  ServeOptions options;
  while (!arguments.empty()) {
    const std::string_view argument = arguments.front();
    arguments = arguments.subspan(1);
    if (argument == "--help" || argument == "-h") {
      return ShowText{std::string(kServeHelp)};
    }
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    const Flag* const flag = find_flag(name);
    if (flag == nullptr) {
      return UsageError{"unknown option '" + std::string(argument) +
                        "'; stator serve --help lists them"};
    }
    std::string_view value;
    if (equals != std::string_view::npos) {
      value = argument.substr(equals + 1);
    } else if (!arguments.empty()) {
      value = arguments.front();
      arguments = arguments.subspan(1);
    } else {
      return UsageError{std::string(name) + " needs a value"};
    }
    if (auto fault = flag->set(options, name, value)) {
      return *std::move(fault);
    }
  }
  return options;
}

}  // namespace

Command parse_command_line(std::span<const char* const> arguments) {
  if (arguments.empty()) {
    return ServeOptions();
  }
  const std::string_view first = arguments.front();
  if (first == "serve") {
    return parse_serve(arguments.subspan(1));
  }
  if (first == "--version" || first == "-V") {
    return ShowText{"stator " + std::string(kVersion) + "\n"};
  }
  if (first == "--help" || first == "-h" || first == "help") {
    return ShowText{std::string(kHelp)};
  }
  if (first.starts_with("-")) {
    return parse_serve(arguments);
  }
  return UsageError{"unknown command '" + std::string(first) + "'; stator --help lists them"};
}

}  // namespace stator::server

#include "server/command_line/dynalite.h"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "server/command_line/flags.h"

namespace stator::server {
namespace {

using Fault = std::optional<UsageError>;

constexpr std::uint16_t kDynalitePort = 4567;

Fault set_log(ServeOptions& options, LogLevel level) {
  options.log = level;
  return {};
}

// The flags of dynalite 4. Its delays are half a second each unless one says otherwise; here a
// state lasts no time unless one asks for it.
constexpr std::array kFlags = {
    Flag{"host", "ADDRESS", set_host, "the IP address to listen on", "all addresses"},
    Flag{"port", "NUMBER", set_port, "the port", "4567"},
    Flag{"path", "DIR", set_data_dir, "keep everything in this directory across restarts"},
    Flag{"createTableMs", "MS",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign_milliseconds(options.durations.creation, flag, value);
         },
         "how long tables are CREATING", "0"},
    Flag{"deleteTableMs", "MS",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign_milliseconds(options.durations.deletion, flag, value);
         },
         "how long tables are DELETING", "0"},
    Flag{"updateTableMs", "MS",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign_milliseconds(options.durations.update, flag, value);
         },
         "how long tables are UPDATING", "0"},
    Flag{"verbose", "",
         [](ServeOptions& options, std::string_view, std::string_view) {
           return set_log(options, LogLevel::kRequest);
         },
         "log a line per request"},
    Flag{"debug", "",
         [](ServeOptions& options, std::string_view, std::string_view) {
           return set_log(options, LogLevel::kDebug);
         },
         "log what requests ask for as well"},
};

// The short spellings.
std::vector<const char*> spelled_out(std::span<const char* const> arguments) {
  std::vector<const char*> words;
  for (const std::string_view argument : arguments) {
    if (argument == "-v") {
      words.push_back("--verbose");
    } else if (argument == "-d") {
      words.push_back("--debug");
    } else {
      words.push_back(argument.data());
    }
  }
  return words;
}

}  // namespace

Command parse_dynalite(std::span<const char* const> arguments) {
  if (asks_for_help(arguments)) {
    return ShowText{fmt::format(
        "usage: stator dynalite [options]\n\nThe options of dynalite:\n\n{}  --help   print this "
        "text\n",
        describe_flags(kFlags, FlagStyle::kTwoDashes))};
  }
  ServeOptions options;
  options.personality = Personality::kDynalite;
  options.port = kDynalitePort;
  if (auto fault = parse_flags(kFlags, FlagStyle::kTwoDashes, spelled_out(arguments),
                               "stator dynalite --help lists them", options)) {
    return *std::move(fault);
  }
  return options;
}

}  // namespace stator::server

#include "server/command_line/dynamodb_local.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "server/command_line/flags.h"

namespace stator::server {
namespace {

using Fault = std::optional<UsageError>;

constexpr std::string_view kJar = "DynamoDBLocal.jar";

Fault ignore(ServeOptions&, std::string_view, std::string_view) { return {}; }

Fault accept(ServeOptions&) { return {}; }

// The flags that the AWS developer guide lists under "DynamoDB local usage notes".
constexpr std::array kFlags = {
    Flag{"port", "NUMBER", set_port, "the port", "8000"},
    Flag{"inMemory", "", ignore, "keep everything in memory; so it is without -dbPath"},
    Flag{"dbPath", "DIR", set_data_dir, "keep everything in this directory across restarts"},
    Flag{"sharedDb", "",
         [](ServeOptions& options, std::string_view, std::string_view) {
           options.namespaces = engine::NamespaceMode::kShared;
           return accept(options);
         },
         "one set of tables for all access keys and regions"},
    Flag{"cors", "ORIGINS",
         [](ServeOptions& options, std::string_view, std::string_view value) {
           options.cors = value;
           return accept(options);
         },
         "origins that browsers may call from, separated by commas", "*"},
    Flag{"delayTransientStatuses", "",
         [](ServeOptions& options, std::string_view, std::string_view) {
           options.durations.set_table(kVisibleState);
           options.durations.index = kVisibleState;
           return accept(options);
         },
         "let tables and indexes pass through their states visibly"},
    Flag{"optimizeDbBeforeStartup", "", ignore, "accepted; there is nothing to optimise"},
    Flag{"disableTelemetry", "", ignore, "accepted; nothing is ever reported to anybody"},
    Flag{"version", "", ignore, "print the version"},
};

bool is_jar(std::string_view path) { return path.ends_with(kJar); }

// JVM options that take the next argument as their value.
bool takes_value(std::string_view option) {
  static constexpr std::array<std::string_view, 5> kOptions = {
      "-cp", "-classpath", "--class-path", "-p", "--module-path"};
  return std::find(kOptions.begin(), kOptions.end(), option) != kOptions.end();
}

// The position of -jar after JVM options, or the number of arguments.
std::size_t find_jar(std::span<const char* const> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "-jar") return i;
    if (!argument.starts_with('-')) break;
    if (takes_value(argument)) ++i;
  }
  return arguments.size();
}

bool has(std::span<const char* const> arguments, std::string_view flag) {
  return std::any_of(arguments.begin(), arguments.end(), [&](std::string_view argument) {
    return argument == flag || argument.substr(0, argument.find('=')) == flag;
  });
}

std::string help() {
  return fmt::format(
      "usage: java -jar {} [options]\n\nThis is Stator {}, which takes the options of DynamoDB "
      "Local:\n\n{}  -help   print this text\n",
      kJar, kVersion, describe_flags(kFlags, FlagStyle::kOneDash));
}

}  // namespace

bool is_dynamodb_local(std::span<const char* const> arguments) {
  const std::size_t jar = find_jar(arguments);
  if (jar + 1 < arguments.size()) return is_jar(arguments[jar + 1]);
  if (arguments.empty()) return false;
  const std::string_view first = arguments.front();
  return first.size() > 2 && first[0] == '-' && first[1] != '-';
}

Command parse_dynamodb_local(std::span<const char* const> arguments) {
  const std::size_t jar = find_jar(arguments);
  if (jar < arguments.size()) {
    if (jar + 1 == arguments.size() || !is_jar(arguments[jar + 1])) {
      return UsageError{fmt::format("-jar takes {} and no other program", kJar)};
    }
    arguments = arguments.subspan(jar + 2);
  }
  if (asks_for_help(arguments)) return ShowText{help()};
  if (has(arguments, "-version")) return ShowText{fmt::format("Stator {}\n", kVersion)};
  ServeOptions options;
  options.personality = Personality::kDynamoDbLocal;
  options.namespaces = engine::NamespaceMode::kAccountRegion;
  if (auto fault = parse_flags(kFlags, FlagStyle::kOneDash, arguments, "-help lists them",
                               options)) {
    return *std::move(fault);
  }
  if (!options.data_dir.empty() && has(arguments, "-inMemory")) {
    return UsageError{"-inMemory and -dbPath exclude each other"};
  }
  return options;
}

}  // namespace stator::server

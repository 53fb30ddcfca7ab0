#include "server/command_line/options.h"

#include "server/command_line/curl.h"
#include "server/command_line/dynalite.h"
#include "server/command_line/dynamodb_local.h"
#include "server/command_line/localstack.h"
#include "server/command_line/native.h"

namespace stator::server {
namespace {

constexpr std::string_view kHelp =
    R"(Stator, an in-memory server that speaks DynamoDB's protocol and meters exactly.

usage: stator [serve] [options]        serve until SIGTERM, SIGINT or SIGHUP
       stator serve --help             list the options
       stator dynalite [options]       serve as dynalite does, with its options
       stator localstack [options]     serve as LocalStack does, with its environment
       stator -jar DynamoDBLocal.jar [options]
                                       serve as DynamoDB Local does; so does the program when it
                                       is called java
       stator --version                print the version
       stator --help                   print this text
)";

// The last part of a path.
std::string_view base_name(std::string_view program) {
  return program.substr(program.rfind('/') + 1);  // npos + 1 is 0
}

}  // namespace

Command parse_command_line(std::string_view program, std::span<const char* const> arguments,
                           const Environment& environment) {
  const std::string_view name = base_name(program);
  if (name == "curl") return parse_curl(arguments);
  if (name == "java" || is_dynamodb_local(arguments)) return parse_dynamodb_local(arguments);
  if (name == "dynalite") return parse_dynalite(arguments);
  if (name == "docker-entrypoint.sh") return parse_localstack(arguments, environment);
  if (arguments.empty()) return ServeOptions();
  const std::string_view first = arguments.front();
  const auto rest = arguments.subspan(1);
  if (first == "serve") return parse_native(rest);
  if (first == "dynalite") return parse_dynalite(rest);
  if (first == "localstack") return parse_localstack(rest, environment);
  if (first == "--version" || first == "-V") {
    return ShowText{"stator " + std::string(kVersion) + "\n"};
  }
  if (first == "--help" || first == "-h" || first == "help") return ShowText{std::string(kHelp)};
  if (first.starts_with("-")) return parse_native(arguments);
  return UsageError{"unknown command '" + std::string(first) + "'; stator --help lists them"};
}

}  // namespace stator::server

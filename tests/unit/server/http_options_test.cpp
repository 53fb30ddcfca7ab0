#include "server/options.h"

#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace stator::server {
namespace {

// A command in one line, for the tables below.
std::string described(const Command& command) {
  if (const auto* text = std::get_if<ShowText>(&command)) {
    return "show " + text->text.substr(0, text->text.find('\n'));
  }
  if (const auto* fault = std::get_if<UsageError>(&command)) {
    return "error " + fault->message;
  }
  const auto& options = std::get<ServeOptions>(command);
  return "serve [" + options.host + "] " + std::to_string(options.port) + " " +
         std::to_string(options.threads) + " " +
         (options.ready_fd ? std::to_string(*options.ready_fd) : "-");
}

TEST(Options, FollowTheirTable) {
  struct Case {
    std::vector<const char*> arguments;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {{}, "serve [] 8000 0 -"},
      {{"serve"}, "serve [] 8000 0 -"},
      {{"--port", "0"}, "serve [] 0 0 -"},
      {{"serve", "--host", "127.0.0.1", "--port", "65535", "--threads", "3", "--ready-fd", "5"},
       "serve [127.0.0.1] 65535 3 5"},
      {{"serve", "--host=::1", "--port=1"}, "serve [::1] 1 0 -"},
      {{"serve", "--port", "1", "--port", "2"}, "serve [] 2 0 -"},
      {{"--version"}, "show stator 0.1.0"},
      {{"--help"},
       "show Stator, an in-memory server that speaks DynamoDB's protocol and meters "
       "exactly."},
      {{"serve", "--help"}, "show usage: stator serve [options]"},
      {{"serve", "--port", "1", "-h"}, "show usage: stator serve [options]"},
      {{"serve", "--port"}, "error --port needs a value"},
      {{"serve", "--port", "65536"}, "error --port takes a number from 0 to 65535, not '65536'"},
      {{"serve", "--port", "-1"}, "error --port takes a number from 0 to 65535, not '-1'"},
      {{"serve", "--port", "80x"}, "error --port takes a number from 0 to 65535, not '80x'"},
      {{"serve", "--port="}, "error --port takes a number from 0 to 65535, not ''"},
      {{"serve", "--threads", "0"}, "error --threads takes a number from 1 to 1024, not '0'"},
      {{"serve", "--what"}, "error unknown option '--what'; stator serve --help lists them"},
      {{"serve", "8000"}, "error unknown option '8000'; stator serve --help lists them"},
      {{"--what"}, "error unknown option '--what'; stator serve --help lists them"},
      {{"dance"}, "error unknown command 'dance'; stator --help lists them"},
      {{""}, "error unknown command ''; stator --help lists them"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(described(parse_command_line(each.arguments)), each.expected);
  }
}

}  // namespace
}  // namespace stator::server

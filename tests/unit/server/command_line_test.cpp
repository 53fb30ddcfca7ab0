#include "server/command_line/options.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace stator::server {
namespace {

const char* name_of(Personality personality) {
  switch (personality) {
    case Personality::kNative: return "native";
    case Personality::kDynamoDbLocal: return "local";
    case Personality::kDynalite: return "dynalite";
    case Personality::kLocalStack: return "localstack";
  }
  return "";
}

const char* name_of(engine::NamespaceMode mode) {
  switch (mode) {
    case engine::NamespaceMode::kShared: return "shared";
    case engine::NamespaceMode::kRegion: return "region";
    case engine::NamespaceMode::kAccountRegion: return "account-region";
  }
  return "";
}

// What is not as it is by default.
std::string described(const SecurityOptions& options) {
  std::string text;
  if (options.is_self_signed) text += " tls";
  if (!options.tls_certificate.empty()) {
    text += " " + options.tls_certificate + " " + options.tls_key;
  }
  if (!options.needs_credentials) text += " no-auth";
  if (options.verifies_signatures) text += " sigv4 " + options.credentials;
  return text;
}

std::string described(const LoadOptions& options) {
  std::string text;
  for (const std::string& source : options.sources) text += " load " + source;
  for (const auto& [name, value] : options.parameters) text += " " + name + " is " + value;
  if (options.region != "us-east-1") text += " in " + options.region;
  return text;
}

std::string described(const ServeOptions& options) {
  return std::string(name_of(options.personality)) + " [" + options.host + "] " +
         std::to_string(options.port) + " " + std::to_string(options.threads) + " " +
         (options.ready_fd ? std::to_string(*options.ready_fd) : "-") + " " +
         name_of(options.namespaces) + " " + options.cors +
         (options.durations.creation.count() > 0 ? " delayed" : "") +
         (options.data_dir.empty() ? "" : " in " + options.data_dir) +
         (options.sync == storage::SyncMode::kAlways ? " synced" : "") +
         described(options.security) + described(options.load);
}

// A command in one line, for the tables below.
std::string described(const Command& command) {
  if (const auto* text = std::get_if<ShowText>(&command)) {
    return "show " + text->text.substr(0, text->text.find('\n'));
  }
  if (const auto* fault = std::get_if<UsageError>(&command)) return "error " + fault->message;
  if (const auto* curl = std::get_if<CurlOptions>(&command)) {
    return "curl " + curl->url + (curl->fails_on_error ? " -f" : "") +
           (curl->asks_head ? " -I" : "") + (curl->is_silent ? " -s" : "") + " " +
           curl->output.value_or("-") + " " + curl->write_out;
  }
  return described(std::get<ServeOptions>(command));
}

using Words = std::vector<const char*>;

std::string parsed(const char* program, const Words& words,
                   const std::map<std::string, const char*>& variables = {}) {
  return described(parse_command_line(program, words, [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second;
  }));
}

struct Case {
  Words words;
  std::string expected;
};

TEST(CommandLine, native_flags) {
  const std::vector<Case> cases = {
      {{}, "native [] 8000 0 - shared *"},
      {{"serve"}, "native [] 8000 0 - shared *"},
      {{"--port", "0"}, "native [] 0 0 - shared *"},
      {{"serve", "--host", "127.0.0.1", "--port", "65535", "--threads", "3", "--ready-fd", "5"},
       "native [127.0.0.1] 65535 3 5 shared *"},
      {{"serve", "--host=::1", "--port=1"}, "native [::1] 1 0 - shared *"},
      {{"serve", "--port", "1", "--port", "2"}, "native [] 2 0 - shared *"},
      {{"serve", "--namespaces", "region", "--cors", "http://a,http://b"},
       "native [] 8000 0 - region http://a,http://b"},
      {{"--namespaces=account-region"}, "native [] 8000 0 - account-region *"},
      {{"--version"}, "show stator 0.1.0"},
      {{"--tls", "self-signed", "--auth", "sigv4", "--credentials", "keys"},
       "native [] 8000 0 - shared * tls sigv4 keys"},
      {{"--no-auth"}, "native [] 8000 0 - shared * no-auth"},
      {{"--tls-cert=a", "--tls-key=b"}, "native [] 8000 0 - shared * a b"},
      {{"--tls", "self-signed", "--tls", "off"}, "native [] 8000 0 - shared *"},
      {{"--load", "a", "--load=t=b", "--load-parameter", "x=y=z", "--load-region", "eu-west-1"},
       "native [] 8000 0 - shared * load a load t=b x is y=z in eu-west-1"},
      {{"--data-dir", "/x/y", "--sync", "always"},
       "native [] 8000 0 - shared * in /x/y synced"},
      {{"--data-dir=d", "--sync=interval"}, "native [] 8000 0 - shared * in d"},
      {{"--help"},
       "show Stator, an in-memory server that speaks DynamoDB's protocol and meters "
       "exactly."},
      {{"serve", "--help"}, "show usage: stator serve [options]"},
      {{"serve", "--port", "1", "-h"}, "show usage: stator serve [options]"},
  };
  for (const Case& each : cases) EXPECT_EQ(parsed("stator", each.words), each.expected);
}

TEST(CommandLine, native_faults) {
  const std::vector<Case> cases = {
      {{"serve", "--port"}, "error --port needs a value"},
      {{"serve", "--port", "65536"}, "error --port takes a number from 0 to 65535, not '65536'"},
      {{"serve", "--port", "-1"}, "error --port takes a number from 0 to 65535, not '-1'"},
      {{"serve", "--port", "80x"}, "error --port takes a number from 0 to 65535, not '80x'"},
      {{"serve", "--port="}, "error --port takes a number from 0 to 65535, not ''"},
      {{"serve", "--threads", "0"}, "error --threads takes a number from 1 to 1024, not '0'"},
      {{"serve", "--validation-texts", "2024"},
       "error --validation-texts takes current or 2025, not '2024'"},
      {{"serve", "--log", "much"}, "error --log takes off, error, request or debug, not 'much'"},
      {{"serve", "--log-format", "x"}, "error --log-format takes text or json, not 'x'"},
      {{"serve", "--namespaces", "x"},
       "error --namespaces takes shared, region or account-region, not 'x'"},
      {{"--data-dir="}, "error --data-dir takes a directory"},
      {{"--sync", "never"}, "error --sync takes always or interval, not 'never'"},
      {{"--tls", "yes"}, "error --tls takes self-signed or off, not 'yes'"},
      {{"--auth", "yes"}, "error --auth takes sigv4 or off, not 'yes'"},
      {{"--tls-cert="}, "error --tls-cert takes the path of a file"},
      {{"--tls-cert", "a"}, "error --tls-cert needs --tls-key, too"},
      {{"--tls-key", "a"}, "error --tls-key needs --tls-cert, too"},
      {{"--tls", "self-signed", "--tls-cert", "a", "--tls-key", "b"},
       "error --tls self-signed makes a certificate; it does not go with --tls-cert"},
      {{"--auth", "sigv4"}, "error --auth sigv4 needs --credentials, a file with the keys"},
      {{"--no-auth", "--auth", "sigv4", "--credentials", "a"},
       "error --auth sigv4 does not go with --no-auth"},
      {{"--credentials", "a"}, "error --credentials is for --auth sigv4 only"},
      {{"--load="}, "error --load takes a file or a directory"},
      {{"--load-parameter", "=x"}, "error --load-parameter takes NAME=VALUE, not '=x'"},
      {{"--load-region", "a/b"}, "error --load-region takes the name of a region, not 'a/b'"},
      {{"--load", "a", "--namespaces", "account-region"},
       "error --load goes with --namespaces shared or region only"},
      {{"serve", "--what"}, "error unknown option '--what'; stator serve --help lists them"},
      {{"serve", "--por", "1"}, "error unknown option '--por'; stator serve --help lists them"},
      {{"serve", "8000"}, "error unknown option '8000'; stator serve --help lists them"},
      {{"--what"}, "error unknown option '--what'; stator serve --help lists them"},
      {{"dance"}, "error unknown command 'dance'; stator --help lists them"},
      {{""}, "error unknown command ''; stator --help lists them"},
  };
  for (const Case& each : cases) EXPECT_EQ(parsed("stator", each.words), each.expected);
}

engine::StateDurations durations(std::vector<const char*> words) {
  const Command command = parse_command_line("stator", words, [](const char*) { return nullptr; });
  return std::get<ServeOptions>(command).durations;
}

TEST(CommandLine, durations_of_states) {
  using std::chrono::milliseconds;
  const auto none = durations({"serve"});
  EXPECT_EQ(none.creation, milliseconds(0));
  EXPECT_EQ(none.index, milliseconds(0));
  const auto own =
      durations({"serve", "--table-delay", "7", "--index-delay=8", "--replication-delay", "9"});
  EXPECT_EQ(own.creation, milliseconds(7));
  EXPECT_EQ(own.update, milliseconds(7));
  EXPECT_EQ(own.deletion, milliseconds(7));
  EXPECT_EQ(own.index, milliseconds(8));
  EXPECT_EQ(own.replication, milliseconds(9));
  const auto dynalite = durations(
      {"dynalite", "--createTableMs", "1", "--deleteTableMs", "2", "--updateTableMs", "3"});
  EXPECT_EQ(dynalite.creation, milliseconds(1));
  EXPECT_EQ(dynalite.deletion, milliseconds(2));
  EXPECT_EQ(dynalite.update, milliseconds(3));
}

TEST(CommandLine, of_dynamodb_local) {
  const std::vector<Case> cases = {
      {{"-jar", "DynamoDBLocal.jar"}, "local [] 8000 0 - account-region *"},
      {{"-jar", "DynamoDBLocal.jar", "-inMemory", "-sharedDb"}, "local [] 8000 0 - shared *"},
      {{"-Xmx256m", "-Djava.library.path=./DynamoDBLocal_lib", "-jar", "/x/DynamoDBLocal.jar",
        "-port", "8001"},
       "local [] 8001 0 - account-region *"},
      {{"-cp", "x.jar", "-server", "-jar", "DynamoDBLocal.jar", "-port=9"},
       "local [] 9 0 - account-region *"},
      {{"-inMemory", "-port", "62224", "-cors", "http://a", "-delayTransientStatuses",
        "-optimizeDbBeforeStartup", "-disableTelemetry"},
       "local [] 62224 0 - account-region http://a delayed"},
      {{"-jar", "DynamoDBLocal.jar", "-sharedDb", "-dbPath", "./data"},
       "local [] 8000 0 - shared * in ./data"},
      {{"-jar", "DynamoDBLocal.jar", "-dbPath", ".", "-inMemory"},
       "error -inMemory and -dbPath exclude each other"},
      {{"-jar", "DynamoDBLocal.jar", "-help"}, "show usage: java -jar DynamoDBLocal.jar [options]"},
      {{"-jar", "DynamoDBLocal.jar", "-version"}, "show Stator 0.1.0"},
      {{"-jar", "DynamoDBLocal.jar", "-what"}, "error unknown option '-what'; -help lists them"},
      {{"-jar", "DynamoDBLocal.jar", "-port"}, "error -port needs a value"},
      {{"-jar", "DynamoDBLocal.jar", "-inMemory=x"}, "error -inMemory takes no value"},
      {{"-jar", "DynamoDBLocal.jar", "-port", "x"},
       "error -port takes a number from 0 to 65535, not 'x'"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(parsed("stator", each.words), each.expected);
    EXPECT_EQ(parsed("/usr/bin/java", each.words), each.expected);
  }
  EXPECT_EQ(parsed("java", {"-version"}), "show Stator 0.1.0");
  EXPECT_EQ(parsed("java", {"-jar", "other.jar"}),
            "error -jar takes DynamoDBLocal.jar and no other program");
  EXPECT_EQ(parsed("java", {}), "local [] 8000 0 - account-region *");
}

TEST(CommandLine, of_dynalite) {
  EXPECT_EQ(parsed("stator", {"dynalite"}), "dynalite [] 4567 0 - shared *");
  EXPECT_EQ(parsed("dynalite", {"--port", "1", "-v"}), "dynalite [] 1 0 - shared *");
  EXPECT_EQ(parsed("dynalite", {"--path", "d"}), "dynalite [] 4567 0 - shared * in d");
  EXPECT_EQ(parsed("stator", {"dynalite", "--ssl2"}),
            "error unknown option '--ssl2'; stator dynalite --help lists them");
}

TEST(CommandLine, of_localstack) {
  EXPECT_EQ(parsed("stator", {"localstack"}), "localstack [] 4566 0 - shared *");
  EXPECT_EQ(parsed("docker-entrypoint.sh", {}), "localstack [] 4566 0 - shared *");
  EXPECT_EQ(parsed("stator", {"localstack", "--port", "7"}, {{"EDGE_PORT", "8"}}),
            "localstack [] 7 0 - shared *");
  EXPECT_EQ(parsed("stator", {"localstack"}, {{"EDGE_PORT", "8"}}),
            "localstack [] 8 0 - shared *");
  EXPECT_EQ(parsed("stator", {"localstack"}, {{"GATEWAY_LISTEN", "0.0.0.0:9,[::]:10"}}),
            "localstack [] 9 0 - shared *");
  EXPECT_EQ(parsed("stator", {"localstack"},
                   {{"DYNAMODB_SHARE_DB", "0"}, {"DYNAMODB_DELAY_TRANSIENT_STATUSES", "1"}}),
            "localstack [] 4566 0 - account-region * delayed");
  EXPECT_EQ(parsed("stator", {"localstack"}, {{"PERSISTENCE", "1"}}),
            "localstack [] 4566 0 - shared * in /var/lib/localstack/stator");
  EXPECT_EQ(parsed("stator", {"localstack"}, {{"DATA_DIR", "/tmp/d"}, {"PERSISTENCE", "0"}}),
            "localstack [] 4566 0 - shared * in /tmp/d/stator");
  EXPECT_EQ(parsed("stator", {"localstack", "--data-dir", "d"}, {{"PERSISTENCE", "1"}}),
            "localstack [] 4566 0 - shared * in d");
  EXPECT_EQ(parsed("stator", {"localstack"}, {{"SERVICES", "s3,sqs"}}),
            "error SERVICES names no dynamodb, and this server has nothing else: 's3,sqs'");
  EXPECT_EQ(parsed("stator", {"localstack"}, {{"SERVICES", "s3,dynamodb"}}),
            "localstack [] 4566 0 - shared *");
}

TEST(CommandLine, of_curl) {
  const std::vector<Case> cases = {
      {{"http://localhost:8000/"}, "curl http://localhost:8000/ - "},
      {{"-f", "http://x/shell/"}, "curl http://x/shell/ -f - "},
      {{"-s", "-o", "/dev/null", "-I", "-w", "%{http_code}", "http://x"},
       "curl http://x -I -s /dev/null %{http_code}"},
      {{"-sfo", "/dev/null", "--fail", "x"}, "curl x -f -s /dev/null "},
      {{"--silent", "--head", "x"}, "curl x -I -s - "},
      {{"-X", "x"}, "error curl: option -X is not known here"},
      {{"-o"}, "error curl: -o needs a value"},
      {{}, "error curl: no address given"},
  };
  for (const Case& each : cases) EXPECT_EQ(parsed("/usr/bin/curl", each.words), each.expected);
}

}  // namespace
}  // namespace stator::server

#include "server/command_line/localstack.h"

#include <algorithm>
#include <string>
#include <utility>

#include "server/command_line/flags.h"
#include "server/command_line/native.h"

namespace stator::server {
namespace {

bool is_on(const char* value) {
  const std::string_view text = value == nullptr ? "" : value;
  return text == "1" || text == "true" || text == "True" || text == "TRUE";
}

bool is_off(const char* value) {
  const std::string_view text = value == nullptr ? "" : value;
  return text == "0" || text == "false" || text == "False" || text == "FALSE";
}

// The port of the first address of GATEWAY_LISTEN ("0.0.0.0:4566,..."), or else EDGE_PORT.
std::string port_of(const Environment& environment) {
  if (const char* const gateway = environment("GATEWAY_LISTEN")) {
    std::string_view first = gateway;
    first = first.substr(0, first.find(','));
    const std::size_t colon = first.rfind(':');
    if (colon != std::string_view::npos) return std::string(first.substr(colon + 1));
  }
  const char* const edge = environment("EDGE_PORT");
  return edge == nullptr ? std::string() : edge;
}

// LocalStack's volume, or the folder that older versions of it took; what is in it already is left
// alone.
std::string data_dir_of(const Environment& environment) {
  constexpr std::string_view kVolume = "/var/lib/localstack";
  const char* const data_dir = environment("DATA_DIR");
  const std::string folder(data_dir == nullptr ? "" : data_dir);
  if (!folder.empty()) return folder + "/stator";
  return is_on(environment("PERSISTENCE")) ? std::string(kVolume) + "/stator" : std::string();
}

bool serves_dynamodb(const char* services) {
  if (services == nullptr) return true;
  const std::string_view list = services;
  return list.empty() || list.find("dynamodb") != std::string_view::npos;
}

}  // namespace

Command parse_localstack(std::span<const char* const> arguments, const Environment& environment) {
  Command command = parse_native(arguments);
  auto* const options = std::get_if<ServeOptions>(&command);
  if (options == nullptr) return command;
  const char* const services = environment("SERVICES");
  if (!serves_dynamodb(services)) {
    return UsageError{"SERVICES names no dynamodb, and this server has nothing else: '" +
                      std::string(services) + "'"};
  }
  options->personality = Personality::kLocalStack;
  const bool has_port = std::any_of(arguments.begin(), arguments.end(), [](std::string_view word) {
    return word.substr(0, word.find('=')) == "--port";
  });
  if (!has_port) {
    options->port = kLocalStackPort;
    const std::string port = port_of(environment);
    if (!port.empty()) {
      if (auto fault = assign<std::uint16_t>(options->port, "GATEWAY_LISTEN or EDGE_PORT", port,
                                             0)) {
        return *std::move(fault);
      }
    }
  }
  if (is_off(environment("DYNAMODB_SHARE_DB"))) {
    options->namespaces = engine::NamespaceMode::kAccountRegion;
  }
  if (is_on(environment("DYNAMODB_DELAY_TRANSIENT_STATUSES"))) {
    options->durations.set_table(kVisibleState);
    options->durations.index = kVisibleState;
  }
  if (options->data_dir.empty()) options->data_dir = data_dir_of(environment);
  if (const char* const cors = environment("DYNAMODB_CORS")) options->cors = cors;
  if (is_on(environment("DEBUG"))) options->log = LogLevel::kRequest;
  return command;
}

}  // namespace stator::server

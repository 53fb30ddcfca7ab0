#include "server/load/step.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "server/wire/json_writer.h"

namespace stator::server::load {

namespace {

// Names out of files may hold line ends and worse.
std::string in_one_line(std::string message) {
  std::replace_if(
      message.begin(), message.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; },
      ' ');
  return message;
}

}  // namespace

LoadError::LoadError(const std::string& message) : std::runtime_error(in_one_line(message)) {}

LoadError::LoadError(const Origin& origin, std::string_view message)
    : LoadError(fmt::format("{}:{}: {}", origin.file, origin.line, message)) {}

std::string request_body(std::string_view table) {
  std::string body;
  wire::JsonWriter(body).begin_object().member("TableName", table).end_object();
  return body;
}

std::string request_body(std::string_view table, std::string_view member, std::string_view json) {
  std::string body;
  wire::JsonWriter out(body);
  out.reserve(table.size() + json.size() + 40);
  out.begin_object().member("TableName", table).key(member).raw(json).end_object();
  return body;
}

}  // namespace stator::server::load

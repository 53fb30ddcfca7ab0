#include "server/load/step.h"

#include <fmt/format.h>

#include "server/wire/json_writer.h"

namespace stator::server::load {

LoadError::LoadError(const Origin& origin, std::string_view message)
    : std::runtime_error(fmt::format("{}:{}: {}", origin.file, origin.line, message)) {}

std::string request_body(std::string_view table, std::string_view member, std::string_view json) {
  std::string body;
  wire::JsonWriter out(body);
  out.reserve(table.size() + json.size() + 40);
  out.begin_object().member("TableName", table).key(member).raw(json).end_object();
  return body;
}

}  // namespace stator::server::load

#include "server/operations/policy_text.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "server/wire/json_writer.h"

namespace stator::server {
namespace {

using wire::Json;
using wire::JsonWriter;

constexpr std::size_t kAccountDigits = 12;

void write_as_is(JsonWriter& out, const Json& value) {
  rapidjson::StringBuffer text;
  rapidjson::Writer<rapidjson::StringBuffer> writer(text);
  value.Accept(writer);
  out.raw({text.GetString(), text.GetSize()});
}

const Json* find(const Json& object, std::string_view name) {
  const auto found = object.FindMember(
      Json(rapidjson::StringRef(name.data(), static_cast<rapidjson::SizeType>(name.size()))));
  return found == object.MemberEnd() ? nullptr : &found->value;
}

std::string principal_arn(std::string_view principal) {
  const bool is_account =
      principal.size() == kAccountDigits &&
      principal.find_first_not_of("0123456789") == std::string_view::npos;
  return is_account ? fmt::format("arn:aws:iam::{}:root", principal) : std::string(principal);
}

void write_principals(JsonWriter& out, const Json& principals) {
  if (principals.IsString()) {
    out.string(principal_arn(wire::text_of(principals)));
    return;
  }
  if (!principals.IsArray()) return write_as_is(out, principals);
  std::vector<std::string> arns;
  for (const Json& each : principals.GetArray()) {
    if (!each.IsString()) return write_as_is(out, principals);
    std::string arn = principal_arn(wire::text_of(each));
    if (std::find(arns.begin(), arns.end(), arn) == arns.end()) arns.push_back(std::move(arn));
  }
  if (arns.size() == 1) {
    out.string(arns.front());
    return;
  }
  out.begin_array();
  for (const std::string& arn : arns) out.string(arn);
  out.end_array();
}

void write_principal(JsonWriter& out, const Json& principal) {
  if (!principal.IsObject()) return write_as_is(out, principal);
  out.begin_object();
  for (const auto& kind : principal.GetObject()) {
    out.escaped_key(wire::text_of(kind.name));
    write_principals(out, kind.value);
  }
  out.end_object();
}

void write_one_or_list(JsonWriter& out, const Json& value) {
  const bool is_alone = value.IsArray() && value.Size() == 1;
  write_as_is(out, is_alone ? value[0] : value);
}

// The members that a statement may have, in their order; others follow as they came.
constexpr std::array<std::string_view, 9> kStatementMembers{
    "Sid",       "Effect",   "Principal",   "NotPrincipal", "Action",
    "NotAction", "Resource", "NotResource", "Condition"};

void write_member(JsonWriter& out, std::string_view name, const Json& value) {
  out.escaped_key(name);
  if (name == "Effect") {
    const bool is_deny = (wire::text_of(value)[0] | 0x20) == 'd';
    out.string(is_deny ? "Deny" : "Allow");
  } else if (name.ends_with("Principal")) {
    write_principal(out, value);
  } else if (name.ends_with("Action") || name.ends_with("Resource")) {
    write_one_or_list(out, value);
  } else {
    write_as_is(out, value);
  }
}

template <std::size_t kCount>
void write_members(JsonWriter& out, const Json& object,
                   const std::array<std::string_view, kCount>& order) {
  for (const std::string_view name : order) {
    if (const Json* value = find(object, name)) write_member(out, name, *value);
  }
  for (const auto& member : object.GetObject()) {
    const std::string_view name = wire::text_of(member.name);
    if (std::find(order.begin(), order.end(), name) == order.end() && name != "Statement") {
      write_member(out, name, member.value);
    }
  }
}

void write_statement(JsonWriter& out, const Json& statement) {
  out.begin_object();
  write_members(out, statement, kStatementMembers);
  out.end_object();
}

}  // namespace

std::string write_policy(const Json& policy) {
  constexpr std::array<std::string_view, 2> kPolicyMembers{"Version", "Id"};
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  write_members(out, policy, kPolicyMembers);
  out.key("Statement").begin_array();
  const Json& statements = *find(policy, "Statement");
  if (statements.IsArray()) {
    for (const Json& statement : statements.GetArray()) write_statement(out, statement);
  } else {
    write_statement(out, statements);
  }
  out.end_array().end_object();
  return text;
}

}  // namespace stator::server

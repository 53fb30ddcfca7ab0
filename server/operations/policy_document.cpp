// The grammar is that of IAM for policies of resources ("Grammar of the IAM JSON policy language"):
//
//   policy    = { Version?, Id?, Statement: statement or [statement, ...] }
//   statement = { Sid?, Effect, Principal or NotPrincipal, Action or NotAction,
//                 Resource or NotResource, Condition? }
//
// The texts on JSON, size, names of actions and a missing Resource are measured (2026); those on
// other missing elements follow the last one, and the rest is how IAM words it elsewhere.
#include "server/operations/policy_document.h"

#include <rapidjson/document.h>

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "model/error.h"
#include "model/limits.h"
#include "server/wire/json.h"

namespace stator::server {
namespace {

using wire::Json;

constexpr std::string_view kActionService = "dynamodb:";

Error invalid_document(std::string_view why) {
  return invalid_parameter(fmt::format("Invalid policy document: {}", why));
}

const Json* find(const Json& object, const char* name) {
  const auto found = object.FindMember(name);
  return found == object.MemberEnd() ? nullptr : &found->value;
}

void check_version(const Json& policy) {
  const Json* version = find(policy, "Version");
  if (version == nullptr) return;
  if (version->IsString()) {
    const std::string_view text = wire::text_of(*version);
    if (text == "2012-10-17" || text == "2008-10-17") return;
  }
  throw invalid_document("The policy must contain a valid version string");
}

void check_effect(const Json& statement) {
  const Json* effect = find(statement, "Effect");
  if (effect == nullptr) throw invalid_document("Missing required field Effect");
  const std::string_view text = effect->IsString() ? wire::text_of(*effect) : std::string_view();
  if (text != "Allow" && text != "Deny") {
    throw invalid_document(fmt::format("Invalid effect: {}", text));
  }
}

void check_action(const Json& action) {
  const std::string_view name = action.IsString() ? wire::text_of(action) : std::string_view();
  const bool has_name = name.starts_with(kActionService) && name.size() > kActionService.size();
  if (name != "*" && !has_name) {
    throw invalid_document(fmt::format("The following action names are invalid: \"{}\"", name));
  }
}

// An action stands alone or in a list.
void check_actions(const Json& actions) {
  if (!actions.IsArray()) return check_action(actions);
  for (const Json& action : actions.GetArray()) check_action(action);
}

void check_statement(const Json& statement) {
  if (!statement.IsObject()) throw invalid_document("This policy contains invalid Json");
  check_effect(statement);
  struct Element {
    const char* name;
    const char* negated;
  };
  constexpr std::array<Element, 3> kElements{
      {{"Principal", "NotPrincipal"}, {"Action", "NotAction"}, {"Resource", "NotResource"}}};
  for (const auto& [name, negated] : kElements) {
    if (!statement.HasMember(name) && !statement.HasMember(negated)) {
      throw invalid_document(fmt::format("Missing required field {}", name));
    }
  }
  for (const char* name : {"Action", "NotAction"}) {
    if (const Json* actions = find(statement, name)) check_actions(*actions);
  }
}

}  // namespace

void check_policy_document(const std::string& document) {
  if (document.size() > limits::kResourcePolicyBytesMax) {
    throw invalid_parameter(fmt::format("Maximum policy size of {} bytes exceeded",
                                        limits::kResourcePolicyBytesMax));
  }
  std::string text = document;
  const wire::JsonDocument json(text);
  const Json* policy = json.root();
  if (policy == nullptr || !policy->IsObject()) {
    throw invalid_document("This policy contains invalid Json");
  }
  check_version(*policy);
  const Json* statements = find(*policy, "Statement");
  if (statements == nullptr || (statements->IsArray() && statements->Empty())) {
    throw invalid_document("Missing required field Statement");
  }
  if (!statements->IsArray()) return check_statement(*statements);
  for (const Json& statement : statements->GetArray()) check_statement(statement);
}

}  // namespace stator::server

// The grammar is that of IAM for policies of resources ("Grammar of the IAM JSON policy language"):
//
//   policy    = { Version?, Id?, Statement: statement or [statement, ...] }
//   statement = { Sid?, Effect, Principal or NotPrincipal, Action or NotAction,
//                 Resource or NotResource, Condition? }
//
// The texts on JSON, size, names of actions, statements, elements that are missing, everybody and
// locking out are measured (2026); the rest is how IAM words it elsewhere.
#include "server/operations/policy_document.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "model/error.h"
#include "model/limits.h"
#include "model/table_arn.h"
#include "server/auth/ascii.h"
#include "server/operations/policy_text.h"
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

// The texts that are the value, or in it when it is a list.
std::vector<std::string_view> texts_of(const Json* value) {
  std::vector<std::string_view> texts;
  const auto add = [&texts](const Json& each) {
    texts.push_back(each.IsString() ? wire::text_of(each) : std::string_view());
  };
  if (value == nullptr) return texts;
  if (value->IsArray()) {
    for (const Json& each : value->GetArray()) add(each);
  } else {
    add(*value);
  }
  return texts;
}

bool is_same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

// Whether a pattern of an action, in which * stands for anything and ? for one letter, means it.
bool matches(std::string_view pattern, std::string_view action) {
  std::size_t at = 0;
  std::size_t read = 0;
  std::size_t star = std::string_view::npos;  // the last one, and what it has taken
  std::size_t taken = 0;
  while (read < action.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      taken = read;
    } else if (at < pattern.size() &&
               (pattern[at] == '?' || ascii_lower(pattern[at]) == ascii_lower(action[read]))) {
      ++at;
      ++read;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      read = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

bool is_effect(const Json& statement, std::string_view effect) {
  const Json* value = find(statement, "Effect");
  return value != nullptr && value->IsString() && is_same_word(wire::text_of(*value), effect);
}

void check_effect(const Json& statement) {
  const Json* effect = find(statement, "Effect");
  if (effect == nullptr) throw invalid_document("Missing required field Effect");
  if (is_effect(statement, "Allow") || is_effect(statement, "Deny")) return;
  const std::string_view text = effect->IsString() ? wire::text_of(*effect) : std::string_view();
  throw invalid_document(fmt::format("Invalid effect: {}", text));
}

// Actions of a stream have no meaning in the policy of a table.
bool is_action(std::string_view name, bool is_stream) {
  constexpr std::array<std::string_view, 4> kOfStreams{
      "dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator",
      "dynamodb:ListStreams"};
  if (name == "*") return true;
  if (!name.starts_with(kActionService) || name.size() == kActionService.size()) return false;
  return is_stream || std::none_of(kOfStreams.begin(), kOfStreams.end(),
                                   [name](auto each) { return is_same_word(name, each); });
}

void check_actions(const Json& statement, bool is_stream) {
  std::string invalid;
  for (const char* member : {"Action", "NotAction"}) {
    for (const std::string_view name : texts_of(find(statement, member))) {
      if (is_action(name, is_stream)) continue;
      invalid += fmt::format("{}\"{}\"", invalid.empty() ? "" : ", ", name);
    }
  }
  if (invalid.empty()) return;
  throw invalid_document(fmt::format("The following action names are invalid: {}", invalid));
}

void check_statement(const Json& statement, bool is_stream) {
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
  check_actions(statement, is_stream);
}

bool names_anybody(const Json& statement, const std::function<bool(std::string_view)>& is_meant) {
  const Json* principal = find(statement, "Principal");
  if (principal != nullptr && principal->IsObject()) principal = find(*principal, "AWS");
  const auto names = texts_of(principal);
  return std::any_of(names.begin(), names.end(), is_meant);
}

void check_bounds(const Json& statement) {
  const auto is_everybody = [](std::string_view name) { return name == "*"; };
  if (!is_effect(statement, "Allow") || statement.HasMember("Condition") ||
      !names_anybody(statement, is_everybody)) {
    return;
  }
  throw validation_error(
      "Resource-based policy grants unbounded access in one or more elements. Please revise the "
      "policy to ensure least-privilege form of access");
}

// Everybody here calls in the name of the one account.
bool locks_out(const Json& statement) {
  const auto is_caller = [](std::string_view name) {
    return name == "*" || name == kAccountId ||
           name == fmt::format("arn:aws:iam::{}:root", kAccountId);
  };
  const auto is_put = [](std::string_view pattern) {
    return matches(pattern, "dynamodb:PutResourcePolicy");
  };
  const auto actions = texts_of(find(statement, "Action"));
  return is_effect(statement, "Deny") && !statement.HasMember("Condition") &&
         names_anybody(statement, is_caller) &&
         std::any_of(actions.begin(), actions.end(), is_put);
}

void check_statements(const std::vector<const Json*>& statements, const PolicyUse& use) {
  std::set<std::string_view> ids;
  for (const Json* statement : statements) {
    check_statement(*statement, use.is_stream);
    const Json* id = find(*statement, "Sid");
    if (id != nullptr && id->IsString() && !ids.insert(wire::text_of(*id)).second) {
      throw invalid_document("The Statement Ids in the policy are not unique");
    }
  }
  for (const Json* statement : statements) check_bounds(*statement);
  if (use.may_lock_out) return;
  if (std::any_of(statements.begin(), statements.end(),
                  [](const Json* statement) { return locks_out(*statement); })) {
    throw Error(ErrorCode::kAccessDenied,
                "The new resource policy will not allow you to update the resource policy in the "
                "future.");
  }
}

std::vector<const Json*> statements_of(const Json& policy) {
  const Json* statements = find(policy, "Statement");
  if (statements == nullptr) throw invalid_document("Missing required field Statement");
  if (!statements->IsArray()) return {statements};
  if (statements->Empty()) {
    throw invalid_document("Could not parse the policy: Statement is empty!");
  }
  std::vector<const Json*> all;
  for (const Json& statement : statements->GetArray()) all.push_back(&statement);
  return all;
}

// Where the brace that closes an empty document ends, as line and column.
Error empty_document(std::string_view document) {
  const std::string_view before = document.substr(0, document.rfind('}') + 1);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column =
      before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return invalid_document(fmt::format("Syntax error at position ({},{})", line, column));
}

}  // namespace

std::string read_policy_document(const std::string& document, const PolicyUse& use) {
  if (document.size() > limits::kResourcePolicyBytesMax) {
    throw invalid_parameter(fmt::format("Maximum policy size of {} bytes exceeded",
                                        limits::kResourcePolicyBytesMax));
  }
  std::string text = document;
  const wire::JsonDocument json(text);
  const Json* policy = json.root();
  if (policy == nullptr || policy->IsArray()) {
    throw invalid_document("This policy contains invalid Json");
  }
  if (!policy->IsObject()) throw invalid_document("This text appears not to be a policy");
  if (policy->ObjectEmpty()) throw empty_document(document);
  check_version(*policy);
  check_statements(statements_of(*policy), use);
  return write_policy(*policy);
}

std::string show_policy_document(const std::string& kept) {
  constexpr std::string_view kVersion = "{\"Version\":";
  if (kept.starts_with(kVersion)) return kept;
  return fmt::format("{}\"2008-10-17\",{}", kVersion, std::string_view(kept).substr(1));
}

}  // namespace stator::server

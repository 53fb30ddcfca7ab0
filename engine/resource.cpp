// ResourceArn = "arn:" , partition , ":dynamodb:" , region , ":" , account , ":table/" , name ,
//               [ "/stream/" , label ]
//
// Faults (measured in 2026), in the order that they are looked for; of tags and, where they differ,
// of policies:
//
//   no "arn:" in front                    ARNs must start with ...
//   fewer than six parts                  not a DynamoDB resource
//   another service                       AccessDeniedException      Invalid resource Arn (*)
//   resource does not begin with "table/" not a DynamoDB resource
//   an index of a table                   only table or stream
//   anything else of a table but a stream not a DynamoDB resource
//   another account                       AccessDeniedException      only ... the resource owner's
//   another region; for policies, too,    Invalid TableArn           Invalid resource Arn
//     another partition
//
// They are ValidationExceptions where nothing else is said; (*) is by analogy.
#include "engine/resource.h"

#include <optional>

#include <fmt/format.h>

#include "engine/arn.h"
#include "model/error.h"

namespace stator::engine {
namespace {

constexpr std::string_view kArnStart = "arn:";
constexpr std::string_view kTableStart = "table/";
constexpr std::string_view kStreamStart = "stream/";
constexpr std::string_view kIndexStart = "index/";

Error not_a_resource(std::string_view arn) {
  return invalid_parameter(fmt::format("Provided Arn is not a DynamoDB resource arn: {}", arn));
}

Error other_owner(ResourceUse use) {
  if (use == ResourceUse::kTags) return Error(ErrorCode::kAccessDenied, "Access is denied");
  return validation_error(
      "This action is only supported by accounts that match the resource owner’s account.");
}

Error other_place(std::string_view arn, ResourceUse use) {
  if (use == ResourceUse::kPolicy) {
    return invalid_parameter(fmt::format("Invalid resource Arn: {}", arn));
  }
  return validation_error(
      fmt::format("Invalid TableArn: Invalid ResourceArn provided as input {}", arn));
}

ResourceName parse_resource(std::string_view resource, std::string_view arn) {
  if (!resource.starts_with(kTableStart)) throw not_a_resource(arn);
  resource.remove_prefix(kTableStart.size());
  const std::size_t slash = resource.find('/');
  const std::string_view table = resource.substr(0, slash);
  if (table.empty()) throw not_a_resource(arn);
  if (slash == std::string_view::npos) return {std::string(table), {}};
  const std::string_view rest = resource.substr(slash + 1);
  if (rest.starts_with(kIndexStart)) {
    throw invalid_parameter(fmt::format(
        "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: "
        "{}",
        arn));
  }
  if (!rest.starts_with(kStreamStart) || rest.size() == kStreamStart.size()) {
    throw not_a_resource(arn);
  }
  return {std::string(table), std::string(rest.substr(kStreamStart.size()))};
}

}  // namespace

ResourceName parse_resource_arn(std::string_view text, const Caller& caller, ResourceUse use) {
  if (!text.starts_with(kArnStart)) {
    throw invalid_parameter(fmt::format("ARNs must start with 'arn:': {}", text));
  }
  const std::optional<Arn> split = split_arn(text);
  if (!split) throw not_a_resource(text);
  const Arn& arn = *split;
  if (arn.service() != "dynamodb") {
    throw use == ResourceUse::kTags ? other_owner(use) : other_place(text, use);
  }
  ResourceName name = parse_resource(arn.resource(), text);
  if (arn.account() != caller.account_id) throw other_owner(use);
  const bool is_elsewhere = use == ResourceUse::kPolicy && arn.partition() != "aws";
  if (is_elsewhere || arn.region() != caller.region) throw other_place(text, use);
  return name;
}

}  // namespace stator::engine

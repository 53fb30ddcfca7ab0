// PutResourcePolicy, GetResourcePolicy, DeleteResourcePolicy.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

inline constexpr Constraint kPolicyRevisionId{.length_min = 1, .length_max = 255};

struct PutResourcePolicyRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::string> policy;
  std::optional<std::string> expected_revision_id;
  // Lets a policy through that denies the next PutResourcePolicy to everybody.
  std::optional<bool> confirm_remove_self_resource_access;

  static constexpr auto fields() {
    using R = PutResourcePolicyRequest;
    return std::array{
        field<&R::resource_arn>("ResourceArn", kResourceArn),
        field<&R::policy>("Policy", kRequired),
        field<&R::expected_revision_id>("ExpectedRevisionId", kPolicyRevisionId),
        field<&R::confirm_remove_self_resource_access>("ConfirmRemoveSelfResourceAccess"),
    };
  }
};

struct GetResourcePolicyRequest {
  std::optional<std::string> resource_arn;

  static constexpr auto fields() {
    using R = GetResourcePolicyRequest;
    return std::array{field<&R::resource_arn>("ResourceArn", kResourceArn)};
  }
};

struct DeleteResourcePolicyRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::string> expected_revision_id;

  static constexpr auto fields() {
    using R = DeleteResourcePolicyRequest;
    return std::array{
        field<&R::resource_arn>("ResourceArn", kResourceArn),
        field<&R::expected_revision_id>("ExpectedRevisionId", kPolicyRevisionId),
    };
  }
};

}  // namespace stator::wire

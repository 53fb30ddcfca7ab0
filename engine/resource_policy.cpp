// Texts are measured (2026). The service blocks changes for 15 seconds after each; here nobody
// waits.
#include "engine/resource_policy.h"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include "engine/change_settings.h"
#include "engine/table_lifecycle.h"
#include "model/error.h"

namespace stator::engine {
namespace {

constexpr std::string_view kNoPolicy = "NO_POLICY";

Error policy_not_found(std::string_view what) {
  return Error(
      ErrorCode::kPolicyNotFound,
      fmt::format("Resource-based policy not found for the provided ResourceArn: {}", what));
}

std::shared_ptr<storage::Table> find_resource(Engine& engine, const ResourceName& name,
                                              const Caller& caller) {
  auto table = find_table(engine, name.table, caller);
  if (name.stream_label.empty()) return table;
  const TableSettings settings = read_settings(*table);
  if (!settings.stream || settings.stream->label != name.stream_label) {
    throw Error(ErrorCode::kResourceNotFound,
                fmt::format("Requested resource not found: Stream: {} not found for Table: {}",
                            name.stream_label, name.table));
  }
  return table;
}

const ResourcePolicy* find_policy(const TableSettings& settings, const ResourceName& name) {
  const auto found = settings.policies.find(name.stream_label);
  return found == settings.policies.end() ? nullptr : &found->second;
}

// An expectation that there is none is for puts only; to a deletion it is a revision that no
// policy has.
void check_revision(const ResourcePolicy* policy, const std::string& expected,
                    const ResourceName& name) {
  if (policy == nullptr) {
    throw policy_not_found(
        fmt::format("Requested update for policy with revision id {}, but table {} has no "
                    "associated policy.",
                    expected, name.table));
  }
  if (policy->revision_id == expected) return;
  throw policy_not_found(
      fmt::format("Requested update for policy with revision id {}, but the policy associated to "
                  "target table {} has revision id {}.",
                  expected, name.table, policy->revision_id));
}

void check_no_policy(const ResourcePolicy* policy, const ResourceName& name) {
  if (policy == nullptr) return;
  throw policy_not_found(
      fmt::format("Requested policy update expecting none to be present for table {}, but a policy "
                  "exists with revision id {}.",
                  name.table, policy->revision_id));
}

void check_stays(const TableSettings& settings, const ResourceName& name) {
  if (settings.status != TableStatus::kDeleting) return;
  throw in_use(fmt::format("Table is being deleted: {}", name.table));
}

}  // namespace

std::string attach_policy(TableSettings& settings, const std::string& stream_label,
                          std::string_view document, Timestamp now) {
  ResourcePolicy& policy = settings.policies[stream_label];
  if (policy.document == document) return policy.revision_id;
  const std::int64_t milliseconds = now.time_since_epoch().count();
  settings.last_policy_revision = std::max(milliseconds, settings.last_policy_revision + 1);
  policy = {std::string(document), std::to_string(settings.last_policy_revision)};
  return policy.revision_id;
}

std::string put_resource_policy(Engine& engine, const ResourceName& name,
                                std::string_view document,
                                const std::optional<std::string>& expected_revision,
                                const Caller& caller) {
  const auto table = find_resource(engine, name, caller);
  return change_settings(engine, *table, [&](TableSettings& settings) {
    const ResourcePolicy* policy = find_policy(settings, name);
    if (expected_revision == kNoPolicy) {
      check_no_policy(policy, name);
    } else if (expected_revision) {
      check_revision(policy, *expected_revision, name);
    }
    if (policy == nullptr || policy->document != document) check_stays(settings, name);
    return attach_policy(settings, name.stream_label, document, engine.clock.now());
  });
}

ResourcePolicy get_resource_policy(Engine& engine, const ResourceName& name,
                                   std::string_view arn, const Caller& caller) {
  const TableSettings settings = read_settings(*find_resource(engine, name, caller));
  const ResourcePolicy* policy = find_policy(settings, name);
  if (policy == nullptr) throw policy_not_found(arn);
  return *policy;
}

std::optional<std::string> delete_resource_policy(
    Engine& engine, const ResourceName& name,
    const std::optional<std::string>& expected_revision, const Caller& caller) {
  const auto table = find_resource(engine, name, caller);
  return change_settings(engine, *table, [&](TableSettings& settings) {
    const ResourcePolicy* policy = find_policy(settings, name);
    if (expected_revision) check_revision(policy, *expected_revision, name);
    check_stays(settings, name);
    std::optional<std::string> deleted;
    if (policy != nullptr) deleted = policy->revision_id;
    settings.policies.erase(name.stream_label);
    return deleted;
  });
}

}  // namespace stator::engine

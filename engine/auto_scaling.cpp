// The service refuses tables without replicas here; a table of its own is shown as if it were the
// only replica, so that tools which describe everything go on. Texts are our own, but for those on
// tables and regions.
#include "engine/auto_scaling.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/change_settings.h"
#include "engine/table_lifecycle_replicas.h"
#include "model/error.h"

namespace stator::engine {
namespace {

// What Application Auto Scaling takes.
constexpr double kTargetValueMin = 8.515920e-109;
constexpr double kTargetValueMax = 1.174271e+108;

// Whose capacity it is, for the names of policies that get none.
struct Dimension {
  std::string_view axis;  // "Read" or "Write"
  std::string resource;   // "table/T" or "table/T/index/I"
};

void require_index(const TableSchema& schema, const std::string& name) {
  const IndexSchema* index = schema.find_index(name);
  if (index != nullptr && index->kind == IndexKind::kGlobal) return;
  throw Error(ErrorCode::kResourceNotFound,
              fmt::format("Requested resource not found: Index {} for table {}", name,
                          schema.name));
}

void check_target(double target) {
  if (target >= kTargetValueMin && target <= kTargetValueMax) return;
  throw validation_error(
      fmt::format("TargetValue {} is not between 8.515920e-109 and 1.174271e+108", target));
}

void check_bounds(const AutoScaling& scaling) {
  if (!scaling.minimum_units || !scaling.maximum_units) return;
  if (*scaling.minimum_units <= *scaling.maximum_units) return;
  throw validation_error(fmt::format("MinimumUnits {} is greater than MaximumUnits {}",
                                     *scaling.minimum_units, *scaling.maximum_units));
}

template <class T>
void replace(std::optional<T>& value, const std::optional<T>& given) {
  if (given) value = given;
}

ScalingPolicy merge_policy(std::optional<ScalingPolicy> policy, const ScalingPolicyUpdate& update,
                           const Dimension& dimension) {
  check_target(update.target_value);
  ScalingPolicy merged = std::move(policy).value_or(ScalingPolicy{});
  if (update.name) merged.name = *update.name;
  if (merged.name.empty()) {
    merged.name = fmt::format("DynamoDB{}CapacityUtilization:{}", dimension.axis,
                              dimension.resource);
  }
  replace(merged.disable_scale_in, update.disable_scale_in);
  replace(merged.scale_in_cooldown_seconds, update.scale_in_cooldown_seconds);
  replace(merged.scale_out_cooldown_seconds, update.scale_out_cooldown_seconds);
  merged.target_value = update.target_value;
  return merged;
}

// Switching it off forgets the rest.
void merge(AutoScaling& scaling, const std::optional<AutoScalingUpdate>& update,
           const Dimension& dimension) {
  if (!update) return;
  if (update->is_disabled == true) {
    scaling = AutoScaling{};
    scaling.is_disabled = true;
    return;
  }
  replace(scaling.minimum_units, update->minimum_units);
  replace(scaling.maximum_units, update->maximum_units);
  replace(scaling.role_arn, update->role_arn);
  scaling.is_disabled = false;
  if (update->policy) {
    scaling.policy = merge_policy(std::move(scaling.policy), *update->policy, dimension);
  }
  check_bounds(scaling);
}

// The replicas of a global table, the caller's own among them; or the table as its only one.
std::vector<ReplicaTable> scaled_replicas(Engine& engine, std::string_view name,
                                          const Caller& caller) {
  auto own = find_table(engine, name, caller);
  auto replicas = replica_tables(engine, name, caller);
  if (replicas.empty()) replicas.push_back({std::string(caller.region), std::move(own)});
  return replicas;
}

void check_regions(const TableAutoScalingUpdate& update,
                   const std::vector<ReplicaTable>& replicas) {
  for (const ReplicaAutoScalingUpdate& each : update.replicas) {
    const bool is_part =
        std::any_of(replicas.begin(), replicas.end(), [&](const ReplicaTable& replica) {
          return replica.region == each.region;
        });
    if (is_part) continue;
    throw validation_error(fmt::format(
        "Update global table operation failed because one or more replicas were not part of the "
        "global table. Please retry the request without these replicas: [{}].",
        each.region));
  }
}

// What of the update concerns the replica: writes are everybody's, reads its own.
void apply(TableAutoScaling& scaling, const TableAutoScalingUpdate& update,
           const TableSchema& schema, std::string_view region) {
  const std::string table = "table/" + schema.name;
  const auto of_index = [&](const std::string& name) { return table + "/index/" + name; };
  merge(scaling.table.write, update.write, {"Write", table});
  for (const IndexAutoScalingUpdate& index : update.index_writes) {
    require_index(schema, index.index);
    merge(scaling.indexes[index.index].write, index.capacity, {"Write", of_index(index.index)});
  }
  for (const ReplicaAutoScalingUpdate& replica : update.replicas) {
    if (replica.region != region) continue;
    merge(scaling.table.read, replica.read, {"Read", table});
    for (const IndexAutoScalingUpdate& index : replica.index_reads) {
      require_index(schema, index.index);
      merge(scaling.indexes[index.index].read, index.capacity, {"Read", of_index(index.index)});
    }
  }
}

// Settings of indexes that are gone are left out, those of others are there even when empty.
ReplicaAutoScalingDescription describe(const ReplicaTable& replica) {
  const auto schema = replica.table->schema();
  const TableAutoScaling scaling = read_settings(*replica.table).auto_scaling;
  ReplicaAutoScalingDescription description{replica.region, {scaling.table, {}}};
  for (const IndexSchema& index : schema->indexes) {
    if (index.kind != IndexKind::kGlobal) continue;
    const auto found = scaling.indexes.find(index.name);
    description.scaling.indexes[index.name] =
        found == scaling.indexes.end() ? CapacityAutoScaling{} : found->second;
  }
  return description;
}

TableAutoScalingDescription describe(std::string_view name,
                                     const std::vector<ReplicaTable>& replicas) {
  TableAutoScalingDescription description{std::string(name), TableStatus::kActive, {}};
  for (const ReplicaTable& replica : replicas) {
    description.replicas.push_back(describe(replica));
  }
  return description;
}

}  // namespace

TableAutoScalingDescription describe_auto_scaling(Engine& engine, std::string_view name,
                                                  const Caller& caller) {
  return describe(name, scaled_replicas(engine, name, caller));
}

TableAutoScalingDescription update_auto_scaling(Engine& engine,
                                                const TableAutoScalingUpdate& update,
                                                const Caller& caller) {
  if (update.empty()) {
    throw validation_error(
        "At least one of GlobalSecondaryIndexUpdates, ProvisionedWriteCapacityAutoScalingUpdate "
        "or ReplicaUpdates is required");
  }
  const auto replicas = scaled_replicas(engine, update.table, caller);
  check_regions(update, replicas);
  // What one of them refuses, none of them shall have taken.
  for (const ReplicaTable& replica : replicas) {
    TableAutoScaling tried = read_settings(*replica.table).auto_scaling;
    apply(tried, update, *replica.table->schema(), replica.region);
  }
  for (const ReplicaTable& replica : replicas) {
    change_settings(engine, *replica.table, [&](TableSettings& settings) {
      apply(settings.auto_scaling, update, *replica.table->schema(), replica.region);
      return true;
    });
  }
  TableAutoScalingDescription description = describe(update.table, replicas);
  description.status = TableStatus::kUpdating;
  return description;
}

}  // namespace stator::engine

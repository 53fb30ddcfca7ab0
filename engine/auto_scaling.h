// DescribeTableReplicaAutoScaling, UpdateTableReplicaAutoScaling.
//
// Errors and thread safety as in table_lifecycle.h. A request that is refused changes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/table_lifecycle.h"
#include "model/auto_scaling.h"

namespace stator::engine {

// Absent members keep what is there.
struct ScalingPolicyUpdate {
  std::optional<std::string> name;  // absent: that of the policy, or one made for the table
  std::optional<bool> disable_scale_in;
  std::optional<std::int32_t> scale_in_cooldown_seconds;
  std::optional<std::int32_t> scale_out_cooldown_seconds;
  double target_value = 0;
};

struct AutoScalingUpdate {
  std::optional<std::int64_t> minimum_units;
  std::optional<std::int64_t> maximum_units;
  std::optional<bool> is_disabled;
  std::optional<std::string> role_arn;
  std::optional<ScalingPolicyUpdate> policy;
};

struct IndexAutoScalingUpdate {
  std::string index;
  std::optional<AutoScalingUpdate> capacity;
};

struct ReplicaAutoScalingUpdate {
  std::string region;
  std::optional<AutoScalingUpdate> read;
  std::vector<IndexAutoScalingUpdate> index_reads;
};

// Write capacity is the same in all regions, read capacity is each region's own.
struct TableAutoScalingUpdate {
  std::string table;
  std::optional<AutoScalingUpdate> write;
  std::vector<IndexAutoScalingUpdate> index_writes;
  std::vector<ReplicaAutoScalingUpdate> replicas;

  bool empty() const { return !write && index_writes.empty() && replicas.empty(); }
};

struct ReplicaAutoScalingDescription {
  std::string region;
  TableAutoScaling scaling;          // `indexes` has every global index
};

struct TableAutoScalingDescription {
  std::string table;
  TableStatus status = TableStatus::kActive;  // that of its replicas and indexes too
  std::vector<ReplicaAutoScalingDescription> replicas;
};

TableAutoScalingDescription describe_auto_scaling(Engine& engine, std::string_view table,
                                                  const Caller& caller);

// UPDATING lasts until the answer has been made.
TableAutoScalingDescription update_auto_scaling(Engine& engine,
                                                const TableAutoScalingUpdate& update,
                                                const Caller& caller);

}  // namespace stator::engine

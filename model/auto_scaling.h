// Auto scaling of provisioned capacity, as DescribeTableReplicaAutoScaling shows it. Stored and
// shown; nothing scales, because nothing is throttled.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace stator {

// Target tracking: capacity follows its use so that `target_value` per cent of it are used.
struct ScalingPolicy {
  std::string name;
  std::optional<bool> disable_scale_in;
  std::optional<std::int32_t> scale_in_cooldown_seconds;
  std::optional<std::int32_t> scale_out_cooldown_seconds;
  double target_value = 0;
};

// Of one kind of capacity of one table or index. Absent members have never been set.
struct AutoScaling {
  std::optional<std::int64_t> minimum_units;
  std::optional<std::int64_t> maximum_units;
  std::optional<bool> is_disabled;
  std::optional<std::string> role_arn;
  std::optional<ScalingPolicy> policy;
};

struct CapacityAutoScaling {
  AutoScaling read;
  AutoScaling write;
};

// Of a table and its global indexes, by name.
struct TableAutoScaling {
  CapacityAutoScaling table;
  std::map<std::string, CapacityAutoScaling> indexes;
};

}  // namespace stator

// Capacity as AWS::DynamoDB::GlobalTable spells it: writes for the whole table, reads for each
// replica, fixed or scaling.
//
// Private to load/.
#pragma once

#include <cstddef>
#include <string_view>

#include "server/load/node.h"

namespace stator::server::load {

// Of a table, or of one of its indexes. What is not said is null.
struct CapacitySettings {
  Node write;          // WriteProvisionedThroughputSettings
  Node read;           // ReadProvisionedThroughputSettings, where the replica has none
  Node write_maximum;  // WriteOnDemandThroughputSettings
  Node read_maximum;   // ReadOnDemandThroughputSettings, where the replica has none
};

// WriteCapacityAutoScalingSettings or ReadCapacityAutoScalingSettings (`kind` is Write or Read) of
// settings; nullptr if there are none.
const Node* find_scaling(const Node& settings, std::string_view kind);

// Set ProvisionedThroughput or OnDemandThroughput of a table or index. What scales starts with its
// SeedCapacity, else its MinCapacity.
void set_provisioned(Node& target, const CapacitySettings& settings, const Node& replica,
                     std::size_t line);
void set_on_demand(Node& target, const CapacitySettings& settings, const Node& replica,
                   std::size_t line);

// The Create of ReplicaUpdates, with what the replica has of its own.
Node to_replica_creation(const Node& replica, bool is_provisioned);

// AutoScalingSettingsUpdate.
Node to_scaling_update(const Node& scaling);
// The element of UpdateTableReplicaAutoScaling's ReplicaUpdates; null if nothing scales.
Node to_replica_scaling_update(const Node& replica);

}  // namespace stator::server::load

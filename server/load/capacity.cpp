#include "server/load/capacity.h"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace stator::server::load {
namespace {

void copy(Node& to, std::string_view name, const Node& from, std::string_view from_name) {
  if (const Node* value = from.find(from_name)) to.set(std::string(name), *value);
}

const Node* find_in(const Node& node, std::string_view name, const Node& fallback) {
  const Node* own = node.find(name);
  if (own != nullptr) return own;
  return fallback.is_null() ? nullptr : &fallback;
}

// The capacity to begin with: ReadCapacityUnits, or what auto scaling starts from.
const Node* find_units(const Node* settings, std::string_view kind) {
  if (settings == nullptr) return nullptr;
  if (const Node* units = settings->find(fmt::format("{}CapacityUnits", kind))) return units;
  const Node* scaling = find_scaling(*settings, kind);
  if (scaling == nullptr) return nullptr;
  const Node* seed = scaling->find("SeedCapacity");
  return seed != nullptr ? seed : scaling->find("MinCapacity");
}

void set_units(Node& target, std::string_view name, const Node* settings, std::string_view kind) {
  if (const Node* units = find_units(settings, kind)) target.set(std::string(name), *units);
}

void set_unless_empty(Node& target, std::string_view name, Node value) {
  if (!value.members.empty()) target.set(std::string(name), std::move(value));
}

// ProvisionedThroughputOverride and OnDemandThroughputOverride.
void set_overrides(Node& target, const Node& replica, bool is_provisioned) {
  if (is_provisioned) {
    Node units = Node::of_map(replica.line);
    set_units(units, "ReadCapacityUnits", replica.find("ReadProvisionedThroughputSettings"),
              "Read");
    set_unless_empty(target, "ProvisionedThroughputOverride", std::move(units));
  } else if (const Node* maximum = replica.find("ReadOnDemandThroughputSettings")) {
    target.set("OnDemandThroughputOverride", *maximum);
  }
}

}  // namespace

const Node* find_scaling(const Node& settings, std::string_view kind) {
  return settings.find(fmt::format("{}CapacityAutoScalingSettings", kind));
}

void set_provisioned(Node& target, const CapacitySettings& settings, const Node& replica,
                     std::size_t line) {
  Node throughput = Node::of_map(line);
  set_units(throughput, "ReadCapacityUnits",
            find_in(replica, "ReadProvisionedThroughputSettings", settings.read), "Read");
  set_units(throughput, "WriteCapacityUnits", &settings.write, "Write");
  set_unless_empty(target, "ProvisionedThroughput", std::move(throughput));
}

void set_on_demand(Node& target, const CapacitySettings& settings, const Node& replica,
                   std::size_t line) {
  Node maxima = Node::of_map(line);
  const Node* read = find_in(replica, "ReadOnDemandThroughputSettings", settings.read_maximum);
  if (read != nullptr) copy(maxima, "MaxReadRequestUnits", *read, "MaxReadRequestUnits");
  copy(maxima, "MaxWriteRequestUnits", settings.write_maximum, "MaxWriteRequestUnits");
  set_unless_empty(target, "OnDemandThroughput", std::move(maxima));
}

Node to_replica_creation(const Node& replica, bool is_provisioned) {
  Node creation = Node::of_map(replica.line);
  copy(creation, "RegionName", replica, "Region");
  copy(creation, "TableClassOverride", replica, "TableClass");
  if (const Node* encryption = replica.find("SSESpecification")) {
    copy(creation, "KMSMasterKeyId", *encryption, "KMSMasterKeyId");
  }
  set_overrides(creation, replica, is_provisioned);
  Node indexes = Node::of_list(replica.line);
  if (const Node* own = replica.find("GlobalSecondaryIndexes")) {
    for (const Node& index : own->elements) {
      Node different = Node::of_map(index.line);
      copy(different, "IndexName", index, "IndexName");
      set_overrides(different, index, is_provisioned);
      if (different.members.size() > 1) indexes.elements.push_back(std::move(different));
    }
  }
  if (!indexes.elements.empty()) creation.set("GlobalSecondaryIndexes", std::move(indexes));
  return creation;
}

Node to_scaling_update(const Node& scaling) {
  Node update = Node::of_map(scaling.line);
  copy(update, "MinimumUnits", scaling, "MinCapacity");
  copy(update, "MaximumUnits", scaling, "MaxCapacity");
  constexpr std::string_view kTracking = "TargetTrackingScalingPolicyConfiguration";
  if (const Node* tracking = scaling.find(kTracking)) {
    Node policy = Node::of_map(tracking->line);
    policy.set(std::string(kTracking), *tracking);
    update.set("ScalingPolicyUpdate", std::move(policy));
  }
  return update;
}

Node to_replica_scaling_update(const Node& replica) {
  const auto scaling_of = [](const Node& node) {
    const Node* settings = node.find("ReadProvisionedThroughputSettings");
    return settings == nullptr ? nullptr : find_scaling(*settings, "Read");
  };
  Node update = Node::of_map(replica.line);
  copy(update, "RegionName", replica, "Region");
  if (const Node* scaling = scaling_of(replica)) {
    update.set("ReplicaProvisionedReadCapacityAutoScalingUpdate", to_scaling_update(*scaling));
  }
  Node indexes = Node::of_list(replica.line);
  if (const Node* own = replica.find("GlobalSecondaryIndexes")) {
    for (const Node& index : own->elements) {
      const Node* scaling = scaling_of(index);
      if (scaling == nullptr) continue;
      Node each = Node::of_map(index.line);
      copy(each, "IndexName", index, "IndexName");
      each.set("ProvisionedReadCapacityAutoScalingUpdate", to_scaling_update(*scaling));
      indexes.elements.push_back(std::move(each));
    }
  }
  if (!indexes.elements.empty()) {
    update.set("ReplicaGlobalSecondaryIndexUpdates", std::move(indexes));
  }
  return update.members.size() > 1 ? update : Node();
}

}  // namespace stator::server::load

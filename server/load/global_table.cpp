#include "server/load/global_table.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "server/load/capacity.h"

namespace stator::server::load {
namespace {

// What a replica says of one index.
const Node* find_index(const Node& replica, std::string_view name) {
  const Node* indexes = replica.find("GlobalSecondaryIndexes");
  if (indexes == nullptr) return nullptr;
  for (const Node& index : indexes->elements) {
    const Node* index_name = index.find("IndexName");
    if (index_name != nullptr && index_name->text == name) return &index;
  }
  return nullptr;
}

std::string_view text_of(const Node& node, std::string_view name) {
  const Node* member = node.find(name);
  return member == nullptr ? std::string_view() : member->text;
}

class GlobalTableSender {
 public:
  GlobalTableSender(const TableResource& resource, Node properties, std::string_view region)
      : resource_(resource), properties_(std::move(properties)) {
    Node replicas = properties_.take("Replicas");
    for (Node& replica : replicas.elements) {
      if (text_of(replica, "Region") == region) {
        local_ = replica;
      } else {
        others_.push_back(replica);
      }
      replicas_.push_back(std::move(replica));
    }
    if (local_.is_null()) {
      throw LoadError(resource.source.at_line(resource.line),
                      fmt::format("no replica is in {}; choose with --load-region", region));
    }
  }

  void send() {
    is_provisioned_ = text_of(properties_, "BillingMode") != "PAY_PER_REQUEST";
    Node time_to_live = properties_.take("TimeToLiveSpecification");
    take_settings();
    resource_.send("CreateTable", to_create_table(), resource_.line);
    if (!others_.empty()) send_write_scaling();
    send_replicas();
    if (!others_.empty()) send_read_scaling();
    send_time_to_live(resource_, std::move(time_to_live));
    send_recovery(resource_, local_.take("PointInTimeRecoverySpecification"));
    send_kinesis(resource_, local_.take("KinesisStreamSpecification"));
    send_insights_of_local();
  }

 private:
  // What CreateTable does not have, or another operation does.
  void take_settings() {
    consistency_ = properties_.take("MultiRegionConsistency");
    witnesses_ = properties_.take("GlobalTableWitnesses");
    write_settings_ = properties_.take("WriteProvisionedThroughputSettings");
    read_settings_ = properties_.take("ReadProvisionedThroughputSettings");
    write_maximum_ = properties_.take("WriteOnDemandThroughputSettings");
    read_maximum_ = properties_.take("ReadOnDemandThroughputSettings");
  }

  Node to_create_table() {
    Node request = properties_;
    const std::size_t line = resource_.line;
    request.set("TableName", Node::of_text(resource_.table, line));
    for (const std::string_view name : {"DeletionProtectionEnabled", "TableClass", "Tags",
                                        "GlobalTableSettingsReplicationMode"}) {
      if (const Node* own = local_.find(name)) request.set(std::string(name), *own);
    }
    Node policy = to_policy(local_.take("ResourcePolicy"));
    if (!policy.is_null()) request.set("ResourcePolicy", std::move(policy));
    Node stream = request.take("StreamSpecification");
    if (!stream.is_null()) request.set("StreamSpecification", to_stream(std::move(stream)));
    Node encryption = request.take("SSESpecification");
    if (!encryption.is_null()) {
      const Node* own = local_.find("SSESpecification");
      const Node* key = own == nullptr ? nullptr : own->find("KMSMasterKeyId");
      if (key != nullptr) encryption.set("KMSMasterKeyId", *key);
      request.set("SSESpecification", to_encryption(std::move(encryption)));
    }
    set_capacity(request, {write_settings_, read_settings_, write_maximum_, read_maximum_}, local_);
    set_index_capacities(request);
    return request;
  }

  void set_index_capacities(Node& request) {
    for (NodeMember& member : request.members) {
      if (member.name != "GlobalSecondaryIndexes") continue;
      for (Node& index : member.value.elements) {
        const Node* own = find_index(local_, text_of(index, "IndexName"));
        const CapacitySettings settings{index.take("WriteProvisionedThroughputSettings"),
                                        index.take("ReadProvisionedThroughputSettings"),
                                        index.take("WriteOnDemandThroughputSettings"),
                                        index.take("ReadOnDemandThroughputSettings")};
        if (const Node* scaling = find_scaling(settings.write, "Write")) {
          index_scalings_.push_back({std::string(text_of(index, "IndexName")), *scaling});
        }
        set_capacity(index, settings, own == nullptr ? Node() : *own);
      }
    }
  }

  void set_capacity(Node& target, const CapacitySettings& settings, const Node& replica) const {
    if (is_provisioned_) {
      set_provisioned(target, settings, replica, resource_.line);
    } else {
      set_on_demand(target, settings, replica, resource_.line);
    }
  }

  // The service replicates tables only whose write capacity is on demand, or scales.
  void send_write_scaling() const {
    const Node* scaling = find_scaling(write_settings_, "Write");
    Node indexes = Node::of_list(resource_.line);
    for (const IndexScaling& each : index_scalings_) {
      Node index = Node::of_map(resource_.line);
      index.set("IndexName", Node::of_text(each.index, resource_.line));
      index.set("ProvisionedWriteCapacityAutoScalingUpdate", to_scaling_update(each.scaling));
      indexes.elements.push_back(std::move(index));
    }
    if (!is_provisioned_ || (scaling == nullptr && indexes.elements.empty())) return;
    Node request = table_request();
    if (scaling != nullptr) {
      request.set("ProvisionedWriteCapacityAutoScalingUpdate", to_scaling_update(*scaling));
    }
    if (!indexes.elements.empty()) {
      request.set("GlobalSecondaryIndexUpdates", std::move(indexes));
    }
    resource_.send("UpdateTableReplicaAutoScaling", request, resource_.line);
  }

  void send_read_scaling() const {
    Node updates = Node::of_list(resource_.line);
    for (const Node& replica : replicas_) {
      Node update = to_replica_scaling_update(replica);
      if (!update.is_null()) updates.elements.push_back(std::move(update));
    }
    if (!is_provisioned_ || updates.elements.empty()) return;
    Node request = table_request();
    request.set("ReplicaUpdates", std::move(updates));
    resource_.send("UpdateTableReplicaAutoScaling", request, resource_.line);
  }

  Node table_request() const {
    Node request = Node::of_map(resource_.line);
    request.set("TableName", Node::of_text(resource_.table, resource_.line));
    return request;
  }

  // One UpdateTable for each replica, as the service wants it; for strong consistency one for all.
  void send_replicas() const {
    const bool is_strong = consistency_.text == "STRONG";
    Node all = Node::of_list(resource_.line);
    for (const Node& replica : others_) {
      Node action = Node::of_map(replica.line);
      action.set("Create", to_replica_creation(replica, is_provisioned_));
      all.elements.push_back(std::move(action));
      if (!is_strong) send_update(std::exchange(all, Node::of_list(resource_.line)), replica.line);
    }
    if (is_strong) send_update(std::move(all), resource_.line);
  }

  void send_update(Node replicas, std::size_t line) const {
    Node request = table_request();
    if (!replicas.elements.empty()) request.set("ReplicaUpdates", std::move(replicas));
    if (!consistency_.is_null()) request.set("MultiRegionConsistency", consistency_);
    Node witnesses = Node::of_list(resource_.line);
    for (const Node& witness : witnesses_.elements) {
      Node creation = Node::of_map(witness.line);
      creation.set("RegionName", *require(witness, "Region"));
      Node action = Node::of_map(witness.line);
      action.set("Create", std::move(creation));
      witnesses.elements.push_back(std::move(action));
    }
    if (!witnesses.elements.empty()) {
      request.set("GlobalTableWitnessUpdates", std::move(witnesses));
    }
    resource_.send("UpdateTable", request, line);
  }

  const Node* require(const Node& node, std::string_view name) const {
    const Node* member = node.find(name);
    if (member != nullptr) return member;
    throw LoadError(resource_.source.at_line(node.line), fmt::format("{} is missing", name));
  }

  void send_insights_of_local() {
    send_insights(resource_, {}, local_.take("ContributorInsightsSpecification"));
    const Node* indexes = local_.find("GlobalSecondaryIndexes");
    if (indexes == nullptr) return;
    for (const Node& index : indexes->elements) {
      const Node* specification = index.find("ContributorInsightsSpecification");
      if (specification == nullptr) continue;
      send_insights(resource_, text_of(index, "IndexName"), *specification);
    }
  }

  struct IndexScaling {
    std::string index;
    Node scaling;
  };

  const TableResource& resource_;
  Node properties_;
  Node local_;
  std::vector<Node> others_;
  std::vector<Node> replicas_;
  bool is_provisioned_ = true;
  Node consistency_;
  Node witnesses_;
  Node write_settings_;
  Node read_settings_;
  Node write_maximum_;
  Node read_maximum_;
  std::vector<IndexScaling> index_scalings_;
};

}  // namespace

void send_global_table(const TableResource& resource, Node properties, std::string_view region) {
  GlobalTableSender(resource, std::move(properties), region).send();
}

}  // namespace stator::server::load

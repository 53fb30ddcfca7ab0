#include "server/load/table_properties.h"

#include <utility>

#include <fmt/format.h>

#include "server/operations/operation.h"

namespace stator::server::load {
namespace {

Node request_for(const TableResource& resource) {
  Node request = Node::of_map(resource.line);
  request.set("TableName", Node::of_text(resource.table, resource.line));
  return request;
}

}  // namespace

void TableResource::send(std::string_view operation, const Node& request,
                         std::size_t at_line) const {
  const Operation* known = find_operation(fmt::format("DynamoDB_20120810.{}", operation));
  Step step{source.at_line(at_line), known->name, table, {}};
  wire::JsonWriter out(step.body);
  write_shaped(out, source, request, *known->request, Unknown::kRefuse);
  sink(std::move(step));
}

void TableResource::send(std::string_view operation, std::string_view member, Node value) const {
  const std::size_t at_line = value.line;
  Node request = request_for(*this);
  request.set(std::string(member), std::move(value));
  send(operation, request, at_line);
}

// A template has the view's type only, and a policy of the stream, which nobody enforces.
Node to_stream(Node specification) {
  if (!specification.is_map()) return specification;
  specification.take("ResourcePolicy");
  specification.set("StreamEnabled", Node::of_text("true", specification.line));
  return specification;
}

Node to_encryption(Node specification) {
  if (!specification.is_map()) return specification;
  Node enabled = specification.take("SSEEnabled");
  if (!enabled.is_null()) specification.set("Enabled", std::move(enabled));
  return specification;
}

Node to_policy(Node policy) {
  Node document = policy.take("PolicyDocument");
  if (document.is_null() || document.kind == Node::Kind::kText) return document;
  return Node::of_text(to_json(document), document.line);
}

void send_time_to_live(const TableResource& resource, Node specification) {
  if (specification.is_null()) return;
  resource.send("UpdateTimeToLive", "TimeToLiveSpecification", std::move(specification));
}

void send_recovery(const TableResource& resource, Node specification) {
  if (specification.is_null()) return;
  resource.send("UpdateContinuousBackups", "PointInTimeRecoverySpecification",
                std::move(specification));
}

void send_kinesis(const TableResource& resource, Node specification) {
  if (specification.is_null()) return;
  const std::size_t line = specification.line;
  Node precision = specification.take("ApproximateCreationDateTimePrecision");
  Node request = request_for(resource);
  for (NodeMember& member : specification.members) {
    request.set(std::move(member.name), std::move(member.value));
  }
  if (!precision.is_null()) {
    Node configuration = Node::of_map(line);
    configuration.set("ApproximateCreationDateTimePrecision", std::move(precision));
    request.set("EnableKinesisStreamingConfiguration", std::move(configuration));
  }
  resource.send("EnableKinesisStreamingDestination", request, line);
}

void send_insights(const TableResource& resource, std::string_view index,
                   const Node& specification) {
  const Node* enabled = specification.find("Enabled");
  if (enabled == nullptr || enabled->as_boolean() != true) return;
  Node request = request_for(resource);
  if (!index.empty()) request.set("IndexName", Node::of_text(std::string(index), resource.line));
  request.set("ContributorInsightsAction", Node::of_text("ENABLE", specification.line));
  if (const Node* mode = specification.find("Mode")) {
    request.set("ContributorInsightsMode", *mode);
  }
  resource.send("UpdateContributorInsights", request, specification.line);
}

}  // namespace stator::server::load

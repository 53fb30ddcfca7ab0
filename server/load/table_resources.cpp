#include "server/load/table_resources.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "server/load/global_table.h"
#include "server/load/table_properties.h"
#include "server/load/template.h"

namespace stator::server::load {
namespace {

constexpr std::string_view kTable = "AWS::DynamoDB::Table";
constexpr std::string_view kGlobalTable = "AWS::DynamoDB::GlobalTable";
constexpr std::string_view kSimpleTable = "AWS::Serverless::SimpleTable";

// Replaces a specification by what CreateTable calls it.
void convert(Node& properties, std::string_view name, Node (*to_request)(Node)) {
  Node specification = properties.take(name);
  if (specification.is_null()) return;
  properties.set(std::string(name), to_request(std::move(specification)));
}

struct IndexInsights {
  std::string index;
  Node specification;
};

std::vector<IndexInsights> take_index_insights(Node& properties) {
  std::vector<IndexInsights> taken;
  for (NodeMember& member : properties.members) {
    if (member.name != "GlobalSecondaryIndexes") continue;
    for (Node& index : member.value.elements) {
      Node specification = index.take("ContributorInsightsSpecification");
      const Node* name = index.find("IndexName");
      if (name != nullptr) taken.push_back({name->text, std::move(specification)});
    }
  }
  return taken;
}

void send_table(const TableResource& resource, Node properties) {
  Node time_to_live = properties.take("TimeToLiveSpecification");
  Node recovery = properties.take("PointInTimeRecoverySpecification");
  Node kinesis = properties.take("KinesisStreamSpecification");
  const Node insights = properties.take("ContributorInsightsSpecification");
  const std::vector<IndexInsights> index_insights = take_index_insights(properties);
  properties.take("ImportSourceSpecification");
  convert(properties, "StreamSpecification", to_stream);
  convert(properties, "SSESpecification", to_encryption);
  convert(properties, "ResourcePolicy", to_policy);
  properties.set("TableName", Node::of_text(resource.table, resource.line));
  resource.send("CreateTable", properties, resource.line);
  send_time_to_live(resource, std::move(time_to_live));
  send_recovery(resource, std::move(recovery));
  send_kinesis(resource, std::move(kinesis));
  send_insights(resource, {}, insights);
  for (const auto& [index, specification] : index_insights) {
    send_insights(resource, index, specification);
  }
}

std::string_view letter_of(const Source& source, const Node& type) {
  if (type.text == "String") return "S";
  if (type.text == "Number") return "N";
  if (type.text == "Binary") return "B";
  throw LoadError(source.at_line(type.line), "Type must be String, Number or Binary");
}

// A list of one map.
Node list_of(Node element) {
  Node list = Node::of_list(element.line);
  list.elements.push_back(std::move(element));
  return list;
}

// Tags are a map here, a list of {Key, Value} there.
Node to_tag_list(Node tags) {
  Node list = Node::of_list(tags.line);
  for (NodeMember& member : tags.members) {
    Node tag = Node::of_map(member.line);
    tag.set("Key", Node::of_text(member.name, member.line));
    tag.set("Value", std::move(member.value));
    list.elements.push_back(std::move(tag));
  }
  return list;
}

// A table with a partition key only: `id`, a string, unless PrimaryKey says otherwise; on demand
// unless it has ProvisionedThroughput.
void send_simple_table(const TableResource& resource, Node properties) {
  const std::size_t line = resource.line;
  const Node primary = properties.take("PrimaryKey");
  const Node* name = primary.find("Name");
  const Node* type = primary.find("Type");
  const Node attribute = name == nullptr ? Node::of_text("id", line) : *name;
  const std::string letter(type == nullptr ? "S" : letter_of(resource.source, *type));
  Node definition = Node::of_map(line);
  definition.set("AttributeName", attribute);
  definition.set("AttributeType", Node::of_text(letter, line));
  Node key = Node::of_map(line);
  key.set("AttributeName", attribute);
  key.set("KeyType", Node::of_text("HASH", line));
  properties.set("AttributeDefinitions", list_of(std::move(definition)));
  properties.set("KeySchema", list_of(std::move(key)));
  if (properties.find("ProvisionedThroughput") == nullptr) {
    properties.set("BillingMode", Node::of_text("PAY_PER_REQUEST", line));
  }
  convert(properties, "Tags", to_tag_list);
  send_table(resource, std::move(properties));
}

// What SAM's section Globals says for simple tables holds where a table says nothing.
void add_globals(Node& properties, Template& document, const Node& root) {
  const Node* globals = root.find("Globals");
  const Node* simple = globals == nullptr ? nullptr : globals->find("SimpleTable");
  if (simple == nullptr) return;
  const auto values = document.resolve(*simple);
  if (!values) return;
  for (const NodeMember& member : values->members) {
    if (properties.find(member.name) == nullptr) properties.set(member.name, member.value);
  }
}

class TemplateReader {
 public:
  TemplateReader(const Source& source, const Node& root, const LoadOptions& options,
                 ServiceVariables* variables, const StepSink& sink)
      : root_(root), document_(source, root, options, variables), sink_(sink) {}

  void read() {
    const Node* resources = root_.find("Resources");
    for (const NodeMember& member : resources->members) read_resource(member);
  }

 private:
  void read_resource(const NodeMember& member) {
    if (member.name.starts_with("Fn::")) {
      document_.fail(member.line, fmt::format("what {} gives is not known here", member.name));
    }
    const Node* type = member.value.find("Type");
    if (type == nullptr) return;
    const bool is_simple = type->text == kSimpleTable;
    if (!is_simple && type->text != kTable && type->text != kGlobalTable) return;
    const Node* condition = member.value.find("Condition");
    if (condition != nullptr && !document_.holds(condition->text, condition->line)) return;

    Node properties = properties_of(member);
    if (is_simple) add_globals(properties, document_, root_);
    const TableResource resource{document_.source(), sink_,
                                 document_.name_of(member.name, member.value, member.line),
                                 member.line};
    if (is_simple) {
      send_simple_table(resource, std::move(properties));
    } else if (type->text == kTable) {
      send_table(resource, std::move(properties));
    } else {
      send_global_table(resource, std::move(properties), document_.options().region);
    }
  }

  Node properties_of(const NodeMember& member) {
    const Node* properties = member.value.find("Properties");
    if (properties == nullptr) return Node::of_map(member.line);
    auto resolved = document_.resolve(*properties);
    if (!resolved || !resolved->is_map()) document_.fail(properties->line, "a map expected");
    return *std::move(resolved);
  }

  const Node& root_;
  Template document_;
  const StepSink& sink_;
};

}  // namespace

void read_template(const Source& source, const Node& root, const LoadOptions& options,
                   const StepSink& sink) {
  TemplateReader(source, root, options, nullptr, sink).read();
}

void read_service(const Source& source, const Node& service, const LoadOptions& options,
                  const StepSink& sink) {
  const Node* resources = service.find("resources");
  if (resources == nullptr) return;
  ServiceVariables variables(source, service, options);
  // One template, or a list of them; what is read from another file is not looked at.
  if (resources->is_map() && resources->find("Resources") != nullptr) {
    TemplateReader(source, *resources, options, &variables, sink).read();
  }
  for (const Node& each : resources->elements) {
    if (each.find("Resources") == nullptr) continue;
    TemplateReader(source, each, options, &variables, sink).read();
  }
}

}  // namespace stator::server::load

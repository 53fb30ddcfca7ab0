#include "server/load/workbench.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "server/load/items.h"
#include "server/load/node.h"
#include "server/wire/requests/create_table.h"

namespace stator::server::load {
namespace {

std::string require_name(const Source& source, const JsonPart& table) {
  const auto name = table.is_object() ? table.find("TableName") : std::nullopt;
  if (!name || !name->is_string()) source.fail(table.text(), "a table with a TableName expected");
  return name->string().value_or("");
}

// One table of a model on its way into CreateTable.
class ModelTable {
 public:
  ModelTable(const Source& source, const JsonPart& part)
      : source_(source), origin_(source.origin_of(part.text())) {
    // Everything but the data, which may be large.
    for (const JsonPart::Member& member : part.members()) {
      if (member.name == "TableData" || member.name == "TableFacets") continue;
      table_.set(member.name, read_json(source, member.value));
    }
  }

  std::string to_request() {
    Node request = Node::of_map(origin_.line);
    if (const Node* name = table_.find("TableName")) request.set("TableName", *name);
    request.set("KeySchema", to_key_schema(table_));
    add_indexes(request, "GlobalSecondaryIndexes");
    add_indexes(request, "LocalSecondaryIndexes");
    request.set("AttributeDefinitions", definitions());
    add_capacity(request);
    std::string body;
    wire::JsonWriter out(body);
    write_shaped(out, source_, request, wire::kRequestShape<wire::CreateTableRequest>,
                 Unknown::kRefuse);
    return body;
  }

 private:
  // Also notes the attributes' types.
  Node to_key_schema(const Node& keyed) {
    const Node* attributes = keyed.find("KeyAttributes");
    Node schema = Node::of_list(keyed.line);
    if (attributes == nullptr) return schema;
    add_key(schema, attributes->find("PartitionKey"), "HASH");
    add_key(schema, attributes->find("SortKey"), "RANGE");
    return schema;
  }

  void add_key(Node& schema, const Node* attribute, std::string_view role) {
    const Node* name = attribute == nullptr ? nullptr : attribute->find("AttributeName");
    if (name == nullptr) return;
    Node element = Node::of_map(name->line);
    element.set("AttributeName", *name);
    element.set("KeyType", Node::of_text(std::string(role), name->line));
    schema.elements.push_back(std::move(element));
    const Node* type = attribute->find("AttributeType");
    if (type == nullptr) type = find_type(name->text);
    if (type == nullptr) {
      throw LoadError(source_.at_line(name->line),
                      fmt::format("the attribute {} has no type", name->text));
    }
    types_.emplace(name->text, *type);
  }

  // Keys of indexes may leave their types to the list of the other attributes.
  const Node* find_type(std::string_view attribute) const {
    const Node* others = table_.find("NonKeyAttributes");
    if (others == nullptr) return nullptr;
    for (const Node& other : others->elements) {
      const Node* name = other.find("AttributeName");
      if (name != nullptr && name->text == attribute) return other.find("AttributeType");
    }
    return nullptr;
  }

  void add_indexes(Node& request, std::string_view kind) {
    const Node* indexes = table_.find(kind);
    if (indexes == nullptr || indexes->elements.empty()) return;
    Node list = Node::of_list(indexes->line);
    for (const Node& each : indexes->elements) {
      Node index = Node::of_map(each.line);
      if (const Node* name = each.find("IndexName")) index.set("IndexName", *name);
      index.set("KeySchema", to_key_schema(each));
      if (const Node* projection = each.find("Projection")) index.set("Projection", *projection);
      const Node* throughput = is_provisioned() ? find_throughput(each) : nullptr;
      if (throughput != nullptr && kind == "GlobalSecondaryIndexes") {
        index.set("ProvisionedThroughput", *throughput);
      }
      list.elements.push_back(std::move(index));
    }
    request.set(std::string(kind), std::move(list));
  }

  Node definitions() const {
    Node list = Node::of_list(origin_.line);
    for (const auto& [name, type] : types_) {
      Node definition = Node::of_map(type.line);
      definition.set("AttributeName", Node::of_text(name, type.line));
      definition.set("AttributeType", type);
      list.elements.push_back(std::move(definition));
    }
    return list;
  }

  bool is_provisioned() const {
    const Node* mode = table_.find("BillingMode");
    return mode != nullptr && mode->text == "PROVISIONED";
  }

  // Of an index if it has its own, else of the table.
  const Node* find_throughput(const Node& index) const {
    const Node* settings = index.find("ProvisionedCapacitySettings");
    if (settings == nullptr) settings = table_.find("ProvisionedCapacitySettings");
    return settings == nullptr ? nullptr : settings->find("ProvisionedThroughput");
  }

  void add_capacity(Node& request) const {
    const std::string_view mode = is_provisioned() ? "PROVISIONED" : "PAY_PER_REQUEST";
    request.set("BillingMode", Node::of_text(std::string(mode), origin_.line));
    const Node* throughput = is_provisioned() ? find_throughput(table_) : nullptr;
    if (throughput != nullptr) request.set("ProvisionedThroughput", *throughput);
  }

  const Source& source_;
  const Origin origin_;
  Node table_;
  std::map<std::string, Node, std::less<>> types_;  // of key attributes
};

void read_data(const Source& source, const JsonPart& holder, const std::string& table,
               const StepSink& sink) {
  if (const auto data = holder.find("TableData")) read_item_list(source, *data, table, sink);
}

}  // namespace

void read_workbench_tables(const Source& source, const JsonPart& root, const StepSink& sink) {
  for (const JsonPart& table : root.find("DataModel")->elements()) {
    std::string name = require_name(source, table);
    sink({source.origin_of(table.text()), "CreateTable", std::move(name),
          ModelTable(source, table).to_request()});
  }
}

void read_workbench_items(const Source& source, const JsonPart& root, const StepSink& sink) {
  for (const JsonPart& table : root.find("DataModel")->elements()) {
    const std::string name = require_name(source, table);
    if (const auto facets = table.find("TableFacets")) {
      for (const JsonPart& facet : facets->elements()) read_data(source, facet, name, sink);
    }
    read_data(source, table, name, sink);
  }
}

}  // namespace stator::server::load

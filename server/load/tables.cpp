#include "server/load/tables.h"

#include <string>
#include <utility>

#include "server/load/items.h"
#include "server/load/node.h"
#include "server/wire/requests/create_table.h"

namespace stator::server::load {
namespace {

void set_from(Node& table, std::string_view name, const Node& summary, std::string_view member) {
  if (const Node* value = summary.find(member)) table.set(std::string(name), *value);
}

// BillingModeSummary, TableClassSummary and SSEDescription are what became of members of requests.
void restore_settings(Node& table) {
  set_from(table, "BillingMode", table.take("BillingModeSummary"), "BillingMode");
  set_from(table, "TableClass", table.take("TableClassSummary"), "TableClass");
  const Node encryption = table.take("SSEDescription");
  const Node* status = encryption.find("Status");
  if (status == nullptr || (status->text != "ENABLED" && status->text != "ENABLING")) return;
  Node specification = Node::of_map(encryption.line);
  specification.set("Enabled", Node::of_text("true", encryption.line));
  set_from(specification, "SSEType", encryption, "SSEType");
  set_from(specification, "KMSMasterKeyId", encryption, "KMSMasterKeyArn");
  table.set("SSESpecification", std::move(specification));
}

// Tables on demand are described with a throughput of 0, which no request may ask for.
void drop_throughput_on_demand(Node& table) {
  const Node* mode = table.find("BillingMode");
  if (mode == nullptr || mode->text != "PAY_PER_REQUEST") return;
  table.take("ProvisionedThroughput");
  for (NodeMember& member : table.members) {
    if (member.name != "GlobalSecondaryIndexes") continue;
    for (Node& index : member.value.elements) index.take("ProvisionedThroughput");
  }
}

std::string to_request(const Source& source, const JsonPart& answer) {
  Node table = read_json(source, answer);
  restore_settings(table);
  drop_throughput_on_demand(table);
  std::string body;
  wire::JsonWriter out(body);
  write_shaped(out, source, table, wire::kRequestShape<wire::CreateTableRequest>, Unknown::kOmit);
  return body;
}

std::string name_in(const JsonPart& request) {
  const auto name = request.find("TableName");
  return name && name->is_string() ? name->string().value_or("") : "";
}

void read_table(const Source& source, const JsonPart& part, const StepSink& sink) {
  auto answer = part.find("Table");
  if (!answer) answer = part.find("TableDescription");
  const Origin origin = source.origin_of(part.text());
  if (answer) {
    sink({origin, "CreateTable", name_in(*answer), to_request(source, *answer)});
  } else {
    sink({origin, "CreateTable", name_in(part), std::string(part.text())});
  }
}

}  // namespace

void read_tables(const Source& source, const JsonPart& part, const StepSink& sink) {
  if (!part.is_array()) return read_table(source, part, sink);
  for (const JsonPart& element : part.elements()) {
    if (!element.is_object()) source.fail(element.text(), "a CreateTable request expected");
    read_table(source, element, sink);
  }
}

void read_data_model_items(const Source& source, const JsonPart& root, const StepSink& sink) {
  const auto items = root.find("items");
  // Without items there may be an empty list.
  if (items && items->is_object()) read_write_requests(source, *items, sink);
}

}  // namespace stator::server::load

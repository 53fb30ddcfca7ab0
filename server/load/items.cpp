#include "server/load/items.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "server/transfers/row_reader.h"
#include "server/wire/value_json.h"

namespace stator::server::load {
namespace {

void put(const Source& source, const JsonPart& item, const std::string& table,
         const StepSink& sink) {
  sink({source.origin_of(item.text()), "PutItem", table, request_body(table, "Item", item.text())});
}

// The item of {"Item": {...}}; what is no such thing is an item itself, even one with an attribute
// of that name: attributes of an item are objects, what stands in an attribute's value mostly not.
JsonPart unwrapped(const JsonPart& element) {
  const auto item = element.find("Item");
  if (!item || element.members().size() != 1) return element;
  const auto attributes = item->members();
  const bool is_item = std::all_of(attributes.begin(), attributes.end(),
                                   [](const auto& each) { return each.value.is_object(); });
  return is_item ? *item : element;
}

void read_element(const Source& source, const JsonPart& element, const std::string& table,
                  const StepSink& sink) {
  if (!element.is_object()) source.fail(element.text(), "an item expected");
  if (const auto request = element.find("PutRequest")) {
    const auto item = request->find("Item");
    if (!item) source.fail(request->text(), "a PutRequest without Item");
    return put(source, *item, table, sink);
  }
  if (const auto request = element.find("DeleteRequest")) {
    const auto key = request->find("Key");
    if (!key) source.fail(request->text(), "a DeleteRequest without Key");
    return sink({source.origin_of(key->text()), "DeleteItem", table,
                 request_body(table, "Key", key->text())});
  }
  put(source, unwrapped(element), table, sink);
}

std::unique_ptr<RowReader> make_reader(const Source& source, Format format,
                                       const std::vector<KeyAttribute>& definitions) {
  static const engine::CsvFormat kStandard;
  if (format == Format::kIon) return make_ion_reader(source.text());
  if (format == Format::kCsv) return make_csv_reader(source.text(), kStandard, definitions);
  return make_json_reader(source.text());
}

// Where the next row begins.
std::string_view next_row(const RowReader& reader) {
  std::string_view rest = reader.rest();
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  return rest;
}

void read_rows(const Source& source, RowReader& reader, const StepSink& sink) {
  const std::string& table = source.file().table;
  for (;;) {
    const std::string_view start = next_row(reader);
    auto row = reader.next();
    if (!row) return;
    if (const auto* fault = std::get_if<RowFault>(&*row)) source.fail(start, fault->message);
    std::string item;
    wire::append_attributes(item, std::get<AttributeMap>(*row));
    sink({source.origin_of(start), "PutItem", table, request_body(table, "Item", item)});
  }
}

}  // namespace

void read_write_requests(const Source& source, const JsonPart& tables, const StepSink& sink) {
  for (const JsonPart::Member& member : tables.members()) {
    if (!member.value.is_array()) source.fail(member.name_text, "a list of requests expected");
    for (const JsonPart& request : member.value.elements()) {
      if (!request.find("PutRequest") && !request.find("DeleteRequest")) {
        source.fail(request.text(), "a PutRequest or DeleteRequest expected");
      }
      read_element(source, request, member.name, sink);
    }
  }
}

void read_item_list(const Source& source, const JsonPart& list, const std::string& table,
                    const StepSink& sink) {
  for (const JsonPart& element : list.elements()) read_element(source, element, table, sink);
}

void read_items(const Source& source, Format format, const std::vector<KeyAttribute>& definitions,
                const StepSink& sink) {
  if (format == Format::kItems || format == Format::kWriteRequests) {
    const JsonPart root(source.text());
    const auto requests = root.find("RequestItems");
    const auto items = root.find("Items");
    if (format == Format::kWriteRequests) {
      read_write_requests(source, requests ? *requests : root, sink);
    } else if (root.is_array()) {
      read_item_list(source, root, source.file().table, sink);
    } else if (items) {
      read_item_list(source, *items, source.file().table, sink);
    } else {
      read_element(source, *root.find("Item"), source.file().table, sink);
    }
    return;
  }
  const auto reader = make_reader(source, format, definitions);
  read_rows(source, *reader, sink);
}

}  // namespace stator::server::load

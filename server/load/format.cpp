#include "server/load/format.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "server/load/json_part.h"

namespace stator::server::load {
namespace {

constexpr std::string_view kIonVersion = "$ion_1_0";
constexpr std::string_view kBinaryIon("\xE0\x01\x00\xEA", 4);

bool is_csv_name(std::string_view path) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  }
  return path.ends_with(".csv");
}

bool is_table(const JsonPart& part) {
  return part.find("KeySchema") || part.find("Table") || part.find("TableDescription");
}

// A list of PutRequests and DeleteRequests.
bool is_write_list(const JsonPart& part) {
  const auto elements = part.elements();
  return part.is_array() && std::all_of(elements.begin(), elements.end(), [](const JsonPart& each) {
           return each.find("PutRequest") || each.find("DeleteRequest");
         });
}

bool holds_write_lists(const JsonPart& part) {
  const auto members = part.members();
  return !members.empty() &&
         std::all_of(members.begin(), members.end(),
                     [](const JsonPart::Member& each) { return is_write_list(each.value); });
}

bool has_list(const JsonPart& part, std::string_view name) {
  const auto member = part.find(name);
  return member && member->is_array();
}

Format format_of_object(const Source& source, const JsonPart& root) {
  if (root.find("Resources")) return Format::kTemplateJson;
  if (has_list(root, "DataModel")) return Format::kWorkbench;
  if (has_list(root, "tables")) return Format::kDataModel;
  if (is_table(root)) return Format::kTables;
  if (root.find("RequestItems") || holds_write_lists(root)) return Format::kWriteRequests;
  if (has_list(root, "Items") || root.find("Item")) return Format::kItems;
  source.fail(root.text(),
              "neither tables (CreateTable, CloudFormation, NoSQL Workbench ...) nor items");
}

// Line ends are those of an export: each line is whole, and the first holds an item.
bool is_item_lines(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return !find_json_fault(line) && JsonPart(line).find("Item").has_value();
}

Format format_of_json(const Source& source, std::string_view text) {
  if (is_item_lines(text)) return Format::kItemLines;
  if (const auto fault = find_json_fault(source.text())) {
    source.fail(source.text().substr(fault->offset), fault->message);
  }
  const JsonPart root(text);
  if (root.is_object()) return format_of_object(source, root);
  const auto elements = root.elements();
  const bool has_tables = !elements.empty() && is_table(elements.front());
  return has_tables ? Format::kTables : Format::kItems;
}

}  // namespace

Format format_of(const Source& source) {
  std::string_view text = source.text();
  if (text.starts_with(kBinaryIon)) return Format::kIon;
  if (is_csv_name(source.file().path)) return Format::kCsv;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.empty()) source.fail(source.text(), "the file is empty");
  if (text.starts_with(kIonVersion)) return Format::kIon;
  if (text.front() == '{' || text.front() == '[') return format_of_json(source, text);
  return Format::kTemplateYaml;
}

bool has_definitions(Format format) {
  switch (format) {
    case Format::kTables:
    case Format::kTemplateJson:
    case Format::kTemplateYaml:
    case Format::kWorkbench:
    case Format::kDataModel:
      return true;
    case Format::kWriteRequests:
    case Format::kItems:
    case Format::kItemLines:
    case Format::kIon:
    case Format::kCsv:
      return false;
  }
  return false;
}

bool has_items(Format format) {
  return !has_definitions(format) || format == Format::kWorkbench || format == Format::kDataModel;
}

}  // namespace stator::server::load

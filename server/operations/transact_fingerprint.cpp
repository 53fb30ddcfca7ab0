// The identity of a transaction for its ClientRequestToken. The service compares what was asked,
// not its bytes: the order of JSON members does not matter.

#include <algorithm>

#include "server/digest.h"
#include "server/operations/transact_plan.h"
#include "server/wire/json_writer.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

void write_text(wire::JsonWriter& out, const std::optional<std::string>& text) {
  out.string(text ? "+" + *text : "-");
}

void write_item(wire::JsonWriter& out, const std::optional<wire::WireItem>& item) {
  if (item) wire::write_attributes(out, item->peek());
}

void write_names(wire::JsonWriter& out, const std::optional<wire::WireNames>& names) {
  auto sorted = names.value_or(wire::WireNames());
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [placeholder, name] : sorted) {
    out.string(placeholder);
    out.string(name);
  }
}

void write_values(wire::JsonWriter& out, const std::optional<wire::WireValues>& values) {
  if (!values) return;
  std::vector<const std::pair<std::string, wire::WireValue>*> sorted;
  for (const auto& entry : values->entries()) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->first < b->first; });
  for (const auto* entry : sorted) {
    out.string(entry->first);
    wire::write_value(out, entry->second.peek());
  }
}

// Writes what all four kinds of action have; item or key, and update expression, are the caller's.
template <class Action>
void write_action(wire::JsonWriter& out, std::string_view kind, const Action& action) {
  out.string(kind);
  write_text(out, action.table_name);
  write_text(out, action.condition_expression);
  write_names(out, action.expression_attribute_names);
  write_values(out, action.expression_attribute_values);
  write_text(out, action.return_values_on_condition_check_failure);
  if constexpr (requires { action.item; }) write_item(out, action.item);
  if constexpr (requires { action.key; }) write_item(out, action.key);
  if constexpr (requires { action.update_expression; }) write_text(out, action.update_expression);
}

}  // namespace

std::string fingerprint(const std::vector<wire::TransactWriteItem>& items) {
  std::string text;
  wire::JsonWriter out(text);
  out.begin_array();
  for (const wire::TransactWriteItem& item : items) {
    out.begin_array();
    if (item.condition_check) write_action(out, "ConditionCheck", *item.condition_check);
    if (item.put) write_action(out, "Put", *item.put);
    if (item.delete_) write_action(out, "Delete", *item.delete_);
    if (item.update) write_action(out, "Update", *item.update);
    out.end_array();
  }
  out.end_array();
  return sha256(text);
}

}  // namespace stator::server

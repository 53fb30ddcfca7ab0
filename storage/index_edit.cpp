#include "storage/index_edit.h"

#include <optional>
#include <string_view>
#include <utility>

namespace stator::storage {
namespace {

bool is_all(const IndexSchema& index) { return index.projection.type == ProjectionType::kAll; }

bool same_value(const AttributeValue* a, const AttributeValue* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return *a == *b;
}

// Whether two items would have the same entry, if they have one: every attribute that an entry
// can hold is equal, the key attributes among them. Needs no keys encoded and no entry built, and
// is what most writes to a table with several indexes come down to.
bool same_entry(const Item& before, const Item& after, const IndexSchema& index) {
  if (&before == &after) return true;
  if (is_all(index)) {
    return before.size_bytes() == after.size_bytes() && before.attributes() == after.attributes();
  }
  for (const std::string& name : index.projected_attributes) {
    if (!same_value(before.find(name), after.find(name))) return false;
  }
  return true;
}

std::optional<KeyBytes> entry_key(const ItemRef& item, const IndexSchema& index,
                                  const TableSchema& table) {
  if (!item) return std::nullopt;
  return index_key(item->attributes(), index.key, table.key);
}

// What index_entry(item)->size_bytes() would be, without making the entry.
std::size_t entry_bytes(const Item& item, const IndexSchema& index) {
  if (is_all(index)) return item.size_bytes();
  std::size_t bytes = 0;
  for (const std::string& name : index.projected_attributes) {
    if (const AttributeValue* value = item.find(name)) bytes += name.size() + value->size_bytes();
  }
  return bytes;
}

IndexEditKind kind_of(const std::optional<KeyBytes>& old_key,
                      const std::optional<KeyBytes>& new_key) {
  if (!old_key && !new_key) return IndexEditKind::kNone;
  if (!old_key) return IndexEditKind::kInsert;
  if (!new_key) return IndexEditKind::kRemove;
  return *old_key == *new_key ? IndexEditKind::kReplace : IndexEditKind::kMove;
}

}  // namespace

IndexEdit index_edit(const ItemRef& before, const ItemRef& after, const IndexSchema& index,
                     const TableSchema& table) {
  // Equal entries have equal keys, so that this covers the first row of the table where both are
  // absent because of the same attribute, and the row where nothing of the entry changes.
  if (before && after && same_entry(*before, *after, index)) return {};

  std::optional<KeyBytes> old_key = entry_key(before, index, table);
  std::optional<KeyBytes> new_key = entry_key(after, index, table);
  IndexEdit edit;
  edit.kind = kind_of(old_key, new_key);
  if (old_key) {
    edit.old_key = *std::move(old_key);
    edit.old_bytes = entry_bytes(*before, index);
  }
  if (new_key) {
    edit.new_key = *std::move(new_key);
    edit.entry = index_entry(after, index);
    edit.new_bytes = edit.entry->size_bytes();
  }
  return edit;
}

ItemRef index_entry(const ItemRef& item, const IndexSchema& index) {
  if (is_all(index)) return item;
  std::size_t present = 0;
  for (const std::string& name : index.projected_attributes) {
    if (item->find(name) != nullptr) ++present;
  }
  // An item that has nothing else is its own entry: shared, as under ALL.
  if (present == item->attributes().size()) return item;

  AttributeMap attributes;
  attributes.reserve(present);
  for (const std::string& name : index.projected_attributes) {
    if (const AttributeValue* value = item->find(name)) attributes.append_sorted(name, *value);
  }
  return make_item(std::move(attributes));
}

}  // namespace stator::storage

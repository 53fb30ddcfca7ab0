#include "storage/index_edit.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/vector.h"

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
  if (is_all(index)) {
    return &before == &after ||
           (before.size_bytes() == after.size_bytes() && before.attributes() == after.attributes());
  }
  return std::all_of(
      index.projected_attributes.begin(), index.projected_attributes.end(),
      [&](const auto& name) { return same_value(before.find(name), after.find(name)); });
}

// Whether two images of an item have the same index key, if they have one. The table key, which
// is the rest of an entry's key, never changes.
bool same_key(const Item& before, const Item& after, const KeySchema& key) {
  const auto same = [&](const KeyAttribute& attribute) {
    return same_value(before.find(attribute.name), after.find(attribute.name));
  };
  return std::all_of(key.hash.begin(), key.hash.end(), same) &&
         std::all_of(key.range.begin(), key.range.end(), same);
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

// Fills in the entry after the change. REQUIRES: the item has one.
void set_after(IndexEdit& edit, const ItemRef& after, const IndexSchema& index) {
  edit.entry = index_entry(after, index);
  edit.new_bytes = edit.entry->size_bytes();
}

// The rows in which the index key stays: "replace", or "none" as there is no entry. One key is
// encoded for both halves.
IndexEdit edit_in_place(const ItemRef& before, const ItemRef& after, const IndexSchema& index,
                        const TableSchema& table) {
  std::optional<KeyBytes> key = index_entry_key(after, index, table);
  if (!key) return {};
  IndexEdit edit;
  edit.kind = IndexEditKind::kReplace;
  edit.new_key = *std::move(key);
  edit.old_bytes = entry_bytes(*before, index);
  set_after(edit, after, index);
  return edit;
}

IndexEditKind kind_of(bool has_old_key, bool has_new_key) {
  if (has_old_key) return has_new_key ? IndexEditKind::kMove : IndexEditKind::kRemove;
  return has_new_key ? IndexEditKind::kInsert : IndexEditKind::kNone;
}

}  // namespace

IndexEdit index_edit(const ItemRef& before, const ItemRef& after, const IndexSchema& index,
                     const TableSchema& table) {
  if (before && after) {
    if (same_entry(*before, *after, index)) return {};
    // Whether an item is in a vector index depends on more than its key.
    if (!index.vector && same_key(*before, *after, index.key)) {
      return edit_in_place(before, after, index, table);
    }
  }
  std::optional<KeyBytes> old_key = index_entry_key(before, index, table);
  std::optional<KeyBytes> new_key = index_entry_key(after, index, table);
  IndexEdit edit;
  edit.kind = old_key && old_key == new_key ? IndexEditKind::kReplace
                                            : kind_of(old_key.has_value(), new_key.has_value());
  if (old_key) {
    edit.old_key = *std::move(old_key);
    edit.old_bytes = entry_bytes(*before, index);
  }
  if (new_key) {
    edit.new_key = *std::move(new_key);
    set_after(edit, after, index);
  }
  return edit;
}

std::optional<KeyBytes> index_entry_key(const ItemRef& item, const IndexSchema& index,
                                        const TableSchema& table) {
  if (!item) return std::nullopt;
  if (index.vector) {
    const AttributeValue* value = item->find(index.vector->attribute);
    if (value == nullptr || !read_vector(*value, index.vector->dimensions)) return std::nullopt;
  }
  return index_key(item->attributes(), index.key, table.key);
}

ItemRef index_entry(const ItemRef& item, const IndexSchema& index) {
  if (is_all(index)) return item;
  std::size_t present = 0;
  for (const std::string& name : index.projected_attributes) {
    if (item->find(name) != nullptr) ++present;
  }
  // An item that has nothing else is its own entry: shared, as under ALL.
  if (present == item->attributes().size()) return item;

  AttributeMapBuilder attributes(present);
  for (const std::string& name : index.projected_attributes) {
    if (const AttributeValue* value = item->find(name)) attributes.append(name, borrow(*value));
  }
  return make_item(attributes.build());
}

}  // namespace stator::storage

#include "storage/table.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string_view>
#include <utility>

#include "storage/verify.h"

namespace stator::storage {
namespace {

void apply_edit(IndexTree& tree, IndexEdit edit) {
  if (edit.kind == IndexEditKind::kRemove || edit.kind == IndexEditKind::kMove) {
    tree.entries.erase(edit.old_key);
  }
  if (edit.kind != IndexEditKind::kRemove) {
    tree.entries.put(edit.new_key, std::move(edit.entry));
  }
  tree.size_bytes += edit.new_bytes;
  tree.size_bytes -= edit.old_bytes;
}

std::size_t bytes_or_zero(const ItemRef& item) { return item ? item->size_bytes() : 0; }

// The most bytes that entries made by one call of fill_index may hold of their own; what is shared
// with the item costs nothing. Copying as much takes some ten microseconds.
constexpr std::size_t kFillBytesMax = std::size_t{64} * 1024;

// Puts the entry of an item, if it has one, and returns how many bytes were copied for it.
std::size_t fill_item(IndexTree& tree, const ItemRef& item, const IndexSchema& index,
                      const TableSchema& table) {
  const std::optional<KeyBytes> key = index_entry_key(item, index, table);
  if (!key) return 0;
  ItemRef entry = index_entry(item, index);
  const std::size_t bytes = entry->size_bytes();
  const std::size_t copied = entry == item ? 0 : bytes;
  if (tree.entries.put(*key, std::move(entry))) tree.size_bytes += bytes;
  return copied;
}

// Whether the tree has, or would have, the entry of the item with this table key.
bool covers(const IndexTree& tree, const KeyBytes& key) {
  return !tree.filled_below || key < *tree.filled_below;
}

// Whether the entries of one index serve as those of the other.
bool same_index(const IndexSchema& a, const IndexSchema& b) {
  return a.name == b.name && a.kind == b.kind && a.key == b.key && a.projection == b.projection &&
         a.vector == b.vector;
}

}  // namespace

Table::Table(std::shared_ptr<const TableSchema> schema, TableSettings settings)
    : name_(schema->name), key_(schema->key), settings_(std::move(settings)) {
  trees_.indexes.resize(schema->indexes.size());
  trees_.schema = std::move(schema);
}

Table::Table(Trees trees, TableSettings settings)
    : name_(trees.schema->name),
      key_(trees.schema->key),
      trees_(std::move(trees)),
      settings_(std::move(settings)) {}

void Table::attach(std::shared_ptr<ChangeObserver> observer) {
  observers_.push_back(std::move(observer));
}

void Table::detach(const ChangeObserver& observer) {
  const auto found = std::find_if(observers_.begin(), observers_.end(),
                                  [&](const auto& each) { return each.get() == &observer; });
  assert(found != observers_.end());
  observers_.erase(found);
}

std::vector<IndexEffect> Table::apply(const ItemChange& change, const ChangeContext& context) {
  if (change.before == change.after) return {};  // the same object, or neither: nothing changes
  for (const auto& observer : observers_) observer->before_change(trees_, change, context);
  const TableSchema& schema = *trees_.schema;
  std::vector<IndexEffect> effects;
  for (std::size_t i = 0; i < schema.indexes.size(); ++i) {
    if (!schema.indexes[i].follows_writes()) continue;
    IndexEdit edit = index_edit(change.before, change.after, schema.indexes[i], schema);
    if (edit.kind == IndexEditKind::kNone) continue;
    effects.push_back({i, edit.kind, edit.old_bytes, edit.new_bytes});
    if (covers(trees_.indexes[i], change.key)) apply_edit(trees_.indexes[i], std::move(edit));
  }
  if (change.after) {
    trees_.items.put(change.key, change.after);
  } else {
    trees_.items.erase(change.key);
  }
  trees_.size_bytes += bytes_or_zero(change.after);
  trees_.size_bytes -= bytes_or_zero(change.before);
  verify_change(trees_, change, effects);
  return effects;
}

std::vector<IndexTree> Table::change_indexes(std::shared_ptr<const TableSchema> schema) {
  assert(schema->name == name_ && schema->key == key_);
  // Copies of retained trees share their nodes, so that nothing has changed until the end.
  const std::vector<IndexSchema>& old_indexes = trees_.schema->indexes;
  std::vector<bool> retained(old_indexes.size(), false);
  std::vector<IndexTree> indexes;
  indexes.reserve(schema->indexes.size());
  for (const IndexSchema& index : schema->indexes) {
    const auto old = std::find_if(old_indexes.begin(), old_indexes.end(),
                                  [&](const auto& one) { return same_index(one, index); });
    if (old == old_indexes.end()) {
      IndexTree& added = indexes.emplace_back();
      // Until writes reach it, items may come that it does not see.
      if (!trees_.items.empty() || !index.follows_writes()) added.filled_below.emplace();
    } else {
      const auto position = static_cast<std::size_t>(old - old_indexes.begin());
      retained[position] = true;
      indexes.push_back(trees_.indexes[position]);
    }
  }

  std::vector<IndexTree> removed;
  removed.reserve(retained.size());
  for (std::size_t i = 0; i < retained.size(); ++i) {
    if (!retained[i]) removed.push_back(std::move(trees_.indexes[i]));
  }
  trees_.indexes = std::move(indexes);
  trees_.schema = std::move(schema);
  verify_trees(trees_);
  return removed;
}

bool Table::fill_index(std::size_t index, std::size_t items_max) {
  IndexTree& tree = trees_.indexes[index];
  if (!tree.filled_below) return true;
  const IndexSchema& schema = trees_.schema->indexes[index];
  std::size_t items = 0;
  std::size_t bytes = 0;
  std::optional<KeyBytes> next;
  const TableSchema& table_schema = *trees_.schema;
  trees_.items.ascend(*tree.filled_below, [&](std::string_view key, const ItemRef& item) {
    if (items == items_max || bytes >= kFillBytesMax) {
      next.emplace(key);
      return false;
    }
    ++items;
    bytes += fill_item(tree, item, schema, table_schema);
    return true;
  });
  tree.filled_below = std::move(next);
  verify_trees(trees_);
  return !tree.filled_below;
}

std::shared_ptr<const TableSchema> Table::schema() const {
  const ReadLock lock(mutex_);
  return trees_.schema;
}

Trees Table::snapshot() const {
  const ReadLock lock(mutex_);
  return trees_;
}

}  // namespace stator::storage

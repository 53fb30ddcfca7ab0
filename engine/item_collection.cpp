#include "engine/item_collection.h"

#include <string_view>
#include <vector>

#include "model/key_bytes.h"
#include "storage/index_edit.h"

namespace stator::engine {
namespace {

// Calls visit(position) for each local index.
template <class Visit>
void for_each_local(const TableSchema& schema, Visit visit) {
  for (std::size_t i = 0; i < schema.indexes.size(); ++i) {
    if (schema.indexes[i].kind == IndexKind::kLocal) visit(i);
  }
}

// Of all collections together.
std::uint64_t all_bytes(const storage::Trees& trees) {
  std::uint64_t bytes = trees.size_bytes;
  for_each_local(*trees.schema, [&](std::size_t i) { bytes += trees.indexes[i].size_bytes; });
  return bytes;
}

// What the change adds to its collection.
std::int64_t growth_bytes(const TableSchema& schema, const storage::ItemChange& change) {
  const auto size = [](const ItemRef& item) {
    return item ? static_cast<std::int64_t>(item->size_bytes()) : 0;
  };
  std::int64_t growth = size(change.after) - size(change.before);
  for_each_local(schema, [&](std::size_t i) {
    const storage::IndexEdit edit =
        storage::index_edit(change.before, change.after, schema.indexes[i], schema);
    growth += static_cast<std::int64_t>(edit.new_bytes) - static_cast<std::int64_t>(edit.old_bytes);
  });
  return growth;
}

}  // namespace

std::uint64_t collection_bytes(const storage::Trees& trees, const AttributeMap& key) {
  std::vector<AttributeValue> partition;
  for (const KeyAttribute& attribute : trees.schema->key.hash) {
    partition.push_back(*key.find(attribute.name));
  }
  const KeyBytes prefix = partition_prefix(partition);
  std::uint64_t bytes = 0;
  const auto add_tree = [&](const storage::ItemTree& tree) {
    tree.ascend(prefix, [&](std::string_view entry_key, const ItemRef& entry) {
      if (!entry_key.starts_with(prefix)) return false;
      bytes += entry->size_bytes();
      return true;
    });
  };
  add_tree(trees.items);
  for_each_local(*trees.schema, [&](std::size_t i) { add_tree(trees.indexes[i].entries); });
  return bytes;
}

bool outgrows_collection(const storage::Trees& trees, const storage::ItemChange& change,
                         std::uint64_t bytes_max) {
  if (!change.after || !trees.schema->has_local_indexes()) return false;
  const std::uint64_t growth_max = change.after->size_bytes() * (1 + trees.indexes.size());
  if (all_bytes(trees) + growth_max <= bytes_max) return false;
  const std::int64_t growth = growth_bytes(*trees.schema, change);
  return growth > 0 && collection_bytes(trees, change.after->attributes()) +
                               static_cast<std::uint64_t>(growth) > bytes_max;
}

}  // namespace stator::engine

#include "storage/verify.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/limits.h"
#include "model/vector.h"

namespace stator::storage {
namespace {

// Tables of more items are not looked through.
constexpr std::size_t kSmallTableItems = 200;
// One of so many changes has its whole table looked through.
constexpr std::uint64_t kChangesPerCheck = 32;

// The values of key attributes; nullopt when one is missing, of another type, empty, or all
// together are too long for a key.
std::optional<std::vector<AttributeValue>> key_values(const AttributeMap& attributes,
                                                      const std::vector<KeyAttribute>& keys,
                                                      std::size_t bytes_max) {
  std::vector<AttributeValue> values;
  std::size_t bytes = 0;
  for (const KeyAttribute& key : keys) {
    const auto found = std::find_if(
        attributes.begin(), attributes.end(),
        [&](const Attribute& each) { return each.name == std::string_view(key.name); });
    if (found == attributes.end() || type_name(found->value.type()) != scalar_type_name(key.type) ||
        found->value.size_bytes() == 0) {
      return std::nullopt;
    }
    bytes += found->value.size_bytes();
    values.push_back(found->value);
  }
  if (bytes > bytes_max) return std::nullopt;
  return values;
}

void append_all(KeyBytes& key, const std::vector<AttributeValue>& values) {
  for (const AttributeValue& value : values) append_key_value(key, value);
}

bool is_projected(std::string_view name, const IndexSchema& index, const TableSchema& table) {
  if (index.projection.type == ProjectionType::kAll) return true;
  const auto& included = index.projection.non_key_attributes;
  if (std::find(included.begin(), included.end(), name) != included.end()) return true;
  if (index.key.contains(name) || table.key.contains(name)) return true;
  if (!index.vector) return false;
  const auto& filters = index.vector->inline_filters;
  return index.vector->attribute == name ||
         std::any_of(filters.begin(), filters.end(),
                     [&](const KeyAttribute& filter) { return filter.name == name; });
}

std::string place(const Trees& trees, std::size_t index) {
  return "table " + trees.schema->name + ", index " + trees.schema->indexes[index].name;
}

// The table at the head of index_edit.h.
IndexEditKind kind_between(const std::optional<DerivedEntry>& before,
                           const std::optional<DerivedEntry>& after) {
  if (!before) return after ? IndexEditKind::kInsert : IndexEditKind::kNone;
  if (!after) return IndexEditKind::kRemove;
  if (before->key != after->key) return IndexEditKind::kMove;
  return before->attributes == after->attributes ? IndexEditKind::kNone : IndexEditKind::kReplace;
}

void check_effect(const std::optional<DerivedEntry>& before,
                  const std::optional<DerivedEntry>& after, const IndexEffect& effect,
                  const std::string& where) {
  require_verified(effect.kind == kind_between(before, after), "an index edit of another kind",
                   where);
  if (effect.kind == IndexEditKind::kNone) return;
  require_verified(effect.old_bytes == (before ? size_bytes(before->attributes) : 0),
                   "an index edit with other bytes before", where);
  require_verified(effect.new_bytes == (after ? size_bytes(after->attributes) : 0),
                   "an index edit with other bytes after", where);
}

void check_entries(const std::optional<DerivedEntry>& before,
                   const std::optional<DerivedEntry>& after, const IndexTree& tree,
                   const std::string& where) {
  if (before && (!after || before->key != after->key)) {
    require_verified(tree.entries.find(before->key) == nullptr, "an entry is left in its old place",
                     where);
  }
  if (!after) return;
  const ItemRef* const found = tree.entries.find(after->key);
  require_verified(found != nullptr, "an entry is missing", where);
  require_verified((*found)->attributes() == after->attributes, "an entry holds something else",
                   where);
}

bool covers(const IndexTree& tree, std::string_view key) {
  return !tree.filled_below || key < *tree.filled_below;
}

void check_item_tree(const Trees& trees) {
  const std::string& name = trees.schema->name;
  const char* const broken = trees.items.broken_invariant();
  require_verified(broken == nullptr, broken == nullptr ? "" : broken, name);
  std::uint64_t bytes = 0;
  trees.items.ascend({}, [&](std::string_view key, const ItemRef& item) {
    require_verified(key == table_key(item->attributes(), trees.schema->key),
                     "an item stands under another key", name);
    require_verified(item->size_bytes() == size_bytes(item->attributes()),
                     "an item remembers another size", name);
    bytes += item->size_bytes();
    return true;
  });
  require_verified(bytes == trees.size_bytes, "the items add up to other bytes", name);
}

void check_index_tree(const Trees& trees, std::size_t position) {
  const IndexTree& tree = trees.indexes[position];
  const std::string where = place(trees, position);
  const char* const broken = tree.entries.broken_invariant();
  require_verified(broken == nullptr, broken == nullptr ? "" : broken, where);
  std::size_t entries = 0;
  std::uint64_t bytes = 0;
  trees.items.ascend({}, [&](std::string_view key, const ItemRef& item) {
    if (!covers(tree, key)) return false;
    const auto entry = derive_entry(item, trees.schema->indexes[position], *trees.schema);
    check_entries(std::nullopt, entry, tree, where);
    if (entry) ++entries;
    if (entry) bytes += size_bytes(entry->attributes);
    return true;
  });
  require_verified(entries == tree.entries.size(), "an index has entries of no item", where);
  require_verified(bytes == tree.size_bytes, "the entries add up to other bytes", where);
}

}  // namespace

std::optional<DerivedEntry> derive_entry(const ItemRef& item, const IndexSchema& index,
                                         const TableSchema& table) {
  if (!item) return std::nullopt;
  const AttributeMap& attributes = item->attributes();
  const auto hash = key_values(attributes, index.key.hash, limits::kPartitionKeyBytesMax);
  const auto range = key_values(attributes, index.key.range, limits::kSortKeyBytesMax);
  if (!hash || !range) return std::nullopt;
  if (index.vector) {
    const AttributeValue* const vector = attributes.find(index.vector->attribute);
    if (vector == nullptr || !read_vector(*vector, index.vector->dimensions)) return std::nullopt;
  }
  DerivedEntry entry{partition_prefix(*hash), {}};
  append_all(entry.key, *range);
  for (const auto* part : {&table.key.hash, &table.key.range}) {
    append_all(entry.key, *key_values(attributes, *part, limits::kItemBytesMax));
  }
  std::vector<Attribute> projected;
  for (const Attribute& attribute : attributes) {
    if (is_projected(attribute.name, index, table)) projected.push_back(attribute);
  }
  entry.attributes = AttributeMap(std::move(projected));
  return entry;
}

void check_change(const Trees& trees, const ItemChange& change,
                  std::span<const IndexEffect> effects) {
  const TableSchema& schema = *trees.schema;
  const ItemRef* const found = trees.items.find(change.key);
  require_verified(change.after ? found != nullptr && *found == change.after : found == nullptr,
                   "the table does not hold what was written", schema.name);
  for (std::size_t i = 0; i < schema.indexes.size(); ++i) {
    if (!schema.indexes[i].follows_writes()) continue;
    const auto before = derive_entry(change.before, schema.indexes[i], schema);
    const auto after = derive_entry(change.after, schema.indexes[i], schema);
    const auto effect = std::find_if(effects.begin(), effects.end(),
                                     [&](const IndexEffect& each) { return each.index == i; });
    check_effect(before, after, effect == effects.end() ? IndexEffect{i} : *effect,
                 place(trees, i));
    if (covers(trees.indexes[i], change.key)) {
      check_entries(before, after, trees.indexes[i], place(trees, i));
    }
  }
  static std::atomic<std::uint64_t> changes{0};
  if (changes.fetch_add(1, std::memory_order_relaxed) % kChangesPerCheck == 0) check_trees(trees);
}

void check_trees(const Trees& trees) {
  if (trees.items.size() > kSmallTableItems) return;
  check_item_tree(trees);
  for (std::size_t i = 0; i < trees.indexes.size(); ++i) {
    if (trees.schema->indexes[i].follows_writes()) check_index_tree(trees, i);
  }
}

}  // namespace stator::storage

// Verification builds: after a write, what the indexes hold for the item is derived from its images
// alone and compared; of small tables, now and then, everything is.
//
// Thread safety: the caller holds the table's lock.
#pragma once

#include <optional>
#include <span>

#include "model/attribute_value.h"
#include "model/item.h"
#include "model/key_bytes.h"
#include "model/schema.h"
#include "model/verify.h"
#include "storage/table.h"

namespace stator::storage {

// The entry of an item in an index, attribute by attribute, without anything that index_edit.h
// remembers or shares.
struct DerivedEntry {
  KeyBytes key;
  AttributeMap attributes;
  friend bool operator==(const DerivedEntry&, const DerivedEntry&) = default;
};

// nullopt when the item, which may be null, has no entry.
std::optional<DerivedEntry> derive_entry(const ItemRef& item, const IndexSchema& index,
                                         const TableSchema& table);

// That `trees` are what they should be after this change with these effects.
void check_change(const Trees& trees, const ItemChange& change,
                  std::span<const IndexEffect> effects);

// Every item, every entry, every sum, and the invariants of the trees. Tables of many items are
// left alone.
void check_trees(const Trees& trees);

inline void verify_change(const Trees& trees, const ItemChange& change,
                          std::span<const IndexEffect> effects) {
  if constexpr (kVerifying) check_change(trees, change, effects);
}
inline void verify_trees(const Trees& trees) {
  if constexpr (kVerifying) check_trees(trees);
}

}  // namespace stator::storage

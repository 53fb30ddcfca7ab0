// What a change of one item means for one index: pure, and the only place that decides it.
//
//   before   after    index key    entry        edit
//   no entry no entry                           none
//   no entry entry                              insert
//   entry    no entry                           remove
//   entry    entry    same         same         none
//   entry    entry    same         different    replace
//   entry    entry    different                 move
//
// Index maintenance and metering both consume this value, so they cannot disagree (R26).
#pragma once

#include <cstddef>
#include <optional>

#include "model/item.h"
#include "model/key_bytes.h"
#include "model/schema.h"

namespace stator::storage {

enum class IndexEditKind { kNone, kInsert, kRemove, kReplace, kMove };

struct IndexEdit {
  IndexEditKind kind = IndexEditKind::kNone;
  KeyBytes old_key;           // of the entry that goes away: kRemove, kMove
  KeyBytes new_key;           // of the entry after: kInsert, kReplace (both keys), kMove
  ItemRef entry;              // the entry after: kInsert, kReplace, kMove
  std::size_t old_bytes = 0;  // size of the entry before: kRemove, kReplace, kMove
  std::size_t new_bytes = 0;  // size of the entry after: kInsert, kReplace, kMove
};

// `before` and `after` are the stored item around the change; null: it does not exist.
IndexEdit index_edit(const ItemRef& before, const ItemRef& after, const IndexSchema& index,
                     const TableSchema& table);

// The key of the entry that an item has in an index; nullopt when it has none, which in a vector
// index is also so for items without a sound vector.
std::optional<KeyBytes> index_entry_key(const ItemRef& item, const IndexSchema& index,
                                        const TableSchema& table);

// The entry that an item has in an index: the item itself under ALL, else the projected
// attributes. REQUIRES: index_entry_key(item) has a value.
ItemRef index_entry(const ItemRef& item, const IndexSchema& index);

}  // namespace stator::storage

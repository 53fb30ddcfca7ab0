// The one page loop behind Query and Scan.
//
// A plan says which entries, in which order, how many at most. `read_page` walks the tree under the
// shared lock and leaves with counted items; filters, projections and JSON happen outside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expressions/key_condition.h"
#include "model/item.h"
#include "model/key_bytes.h"
#include "storage/table.h"

namespace stator::engine {

enum class ReadOrder { kForward, kBackward };

struct ReadPlan {
  std::shared_ptr<storage::Table> table;
  std::shared_ptr<const TableSchema> schema;  // that the plan was made for
  std::optional<std::size_t> index;           // position in schema->indexes; absent: the table
  KeyRange range;
  ReadOrder order = ReadOrder::kForward;
  std::optional<std::size_t> limit;  // entries evaluated at most
  // A read of a local index that asks for attributes it does not project: each entry's item is
  // fetched from the table (R18).
  bool fetches_items = false;
};

struct Page {
  // What was evaluated, in order: entries as the table or index holds them, or the fetched items.
  std::vector<ItemRef> items;
  std::size_t evaluated_bytes = 0;  // of the entries
  std::vector<std::size_t> fetched_bytes;  // of each fetched item
  // True when the page ended by its limit or its size: the last item's key is a place to go on
  // from, even when nothing follows.
  bool has_more = false;
};

// nullopt: the table's indexes changed since the plan was made; plan again.
std::optional<Page> read_page(const ReadPlan& plan);

// An item and the schema of its table at that moment.
struct FoundItem {
  ItemRef item;  // null: there is none
  std::shared_ptr<const TableSchema> schema;

  std::size_t size_bytes() const { return item ? item->size_bytes() : 0; }
};

// The item with this key. Takes the shared lock.
FoundItem read_item(const storage::Table& table, const KeyBytes& key);

// The attributes that identify an entry: table keys and, on an index, its keys.
AttributeMap entry_key(const AttributeMap& entry, const TableSchema& schema,
                       const IndexSchema* index);

// What goes on from a start key.
enum class ReadKind { kQuery, kScan };

// The tree key that an ExclusiveStartKey names. Throws ValidationException when its attributes are
// not those of entry_key, or not fit for keys. A scan of a table says why in every case, which
// others do for wrong types and values only (measured, but for the latter).
KeyBytes start_key(const AttributeMap& key, const TableSchema& schema, const IndexSchema* index,
                   ReadKind kind);

// Moves the near end of `range` behind `key`.
KeyRange after_key(KeyRange range, const KeyBytes& key, ReadOrder order);

// Throws when a Query with these conditions cannot go on from `key`.
void check_query_start(const expressions::KeyQuery& query, const KeyBytes& key,
                       const IndexSchema* index);

}  // namespace stator::engine

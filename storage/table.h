// A table's contents: one tree of items, one tree per index, under one lock.
//
// Reads of a few items run under the shared lock and leave with ItemRefs. Everything that reads
// much copies the trees (O(1), `Trees` is its own snapshot) and releases the lock at once.
// `apply` is the only function that changes items.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/item.h"
#include "model/key_bytes.h"
#include "model/mutex.h"
#include "model/schema.h"
#include "model/table_settings.h"
#include "storage/change_observer.h"
#include "storage/cow_tree.h"
#include "storage/index_edit.h"
#include "storage/key_monitor.h"

namespace stator::storage {

using ItemTree = CowTree<ItemRef>;

// Entries of one index and what they add up to.
struct IndexTree {
  ItemTree entries;
  std::uint64_t size_bytes = 0;
  // While an index is made for items that are there already: it has the entries of the items with
  // a lower table key, and no others. Absent: it has those of all items.
  std::optional<KeyBytes> filled_below;
};

// Everything that a consistent read of a table needs. Copying shares the trees: O(indexes).
struct Trees {
  std::shared_ptr<const TableSchema> schema;
  ItemTree items;
  std::uint64_t size_bytes = 0;
  std::vector<IndexTree> indexes;  // in the order of schema->indexes
};

// The replacement of one item: null means "does not exist".
struct ItemChange {
  KeyBytes key;
  ItemRef before;
  ItemRef after;
};

// What a change did to one index, for metering.
struct IndexEffect {
  std::size_t index = 0;  // position in schema->indexes
  IndexEditKind kind = IndexEditKind::kNone;
  std::size_t old_bytes = 0;
  std::size_t new_bytes = 0;
};

class Table {
 public:
  Table(std::shared_ptr<const TableSchema> schema, TableSettings settings);
  // A table with contents: shares the nodes of `trees`, so that this costs the same for any size.
  Table(Trees trees, TableSettings settings);

  // The name and the table keys never change, so they need no lock.
  const std::string& name() const { return name_; }
  const KeySchema& key() const { return key_; }

  // Locked by whoever reads (shared) or writes (exclusive) `trees`. Several tables are locked in
  // name order.
  SharedMutex& mutex() const STATOR_THREAD_ANNOTATION(lock_returned(mutex_)) { return mutex_; }

  const Trees& trees() const STATOR_REQUIRES_SHARED(mutex_) { return trees_; }

  // Whether operations on items find the table: not while it is being created or deleted. Needs no
  // lock; a request that asked just before goes on.
  bool serves_items() const { return serves_items_.load(std::memory_order_relaxed); }
  void set_serves_items(bool serves) { serves_items_.store(serves, std::memory_order_relaxed); }

  // What the journal calls the table (engine/persistence/), and the namespace that it is in. Given
  // before anybody else knows the table; the number is 0 where there is no journal.
  struct JournalName {
    std::uint64_t number = 0;
    std::string name_space;
  };
  const JournalName& journal_name() const { return journal_name_; }
  void set_journal_name(JournalName name) { journal_name_ = std::move(name); }

  // What descriptions show beside the schema. storage neither reads nor changes it.
  const TableSettings& settings() const STATOR_REQUIRES_SHARED(mutex_) { return settings_; }
  TableSettings& settings() STATOR_REQUIRES(mutex_) { return settings_; }

  // Counts accesses to keys; nullptr, and nothing to do, while contributor insights are off.
  const std::shared_ptr<const KeyMonitor>& monitor() const STATOR_REQUIRES_SHARED(mutex_) {
    return monitor_;
  }
  void swap_monitor(std::shared_ptr<const KeyMonitor>& monitor) STATOR_REQUIRES(mutex_) {
    monitor_.swap(monitor);
  }

  // The present schema. Takes the shared lock.
  std::shared_ptr<const TableSchema> schema() const;

  // Shows one change to the observers and applies it to the items and to every index.
  // `change.before` must be what the table holds. Effects of kind kNone are left out.
  std::vector<IndexEffect> apply(const ItemChange& change, const ChangeContext& context)
      STATOR_REQUIRES(mutex_);

  // Observers see the changes from now on, in the order in which they were attached.
  void attach(std::shared_ptr<ChangeObserver> observer) STATOR_REQUIRES(mutex_);
  // REQUIRES: the observer is attached. The caller should hold a pointer of its own, so that what
  // it gathered is not freed under the lock.
  void detach(const ChangeObserver& observer) STATOR_REQUIRES(mutex_);

  // Takes over a schema with other indexes, or with others of their phases. Trees of removed ones
  // are returned so that the caller can drop them outside the lock. Added ones start empty, and
  // `fill_index` makes their entries for the items that are there.
  // REQUIRES: same name and table keys; nobody reads an added index before it is filled.
  std::vector<IndexTree> change_indexes(std::shared_ptr<const TableSchema> schema)
      STATOR_REQUIRES(mutex_);

  // Makes the entries of the index at this position for the next `items_max` items, in the order
  // of their keys; for fewer when their entries are large. Items without an entry are left out
  // (R25). True when every item has its entry. Writes meanwhile do no harm: `apply` maintains the
  // part that is made, and what it leaves is made from the items as they are then.
  bool fill_index(std::size_t index, std::size_t items_max) STATOR_REQUIRES(mutex_);

  // A copy that later writes do not change.
  Trees snapshot() const;

 private:
  const std::string name_;
  const KeySchema key_;
  JournalName journal_name_;
  std::atomic<bool> serves_items_ = true;
  mutable SharedMutex mutex_;
  Trees trees_ STATOR_GUARDED_BY(mutex_);
  TableSettings settings_ STATOR_GUARDED_BY(mutex_);
  std::shared_ptr<const KeyMonitor> monitor_ STATOR_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<ChangeObserver>> observers_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::storage

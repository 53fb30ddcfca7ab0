// What became of the items of a table between two moments.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/recovery_history.h"
#include "server/transfers/item_text.h"
#include "storage/table.h"

namespace stator::server {

// Walks both states side by side. An item that is the same object in both was not written in
// between, or was, and then put back by nobody: every write makes another object.
//
// Thread safety: none. Ownership: refers to the trees and roots, which must outlive it.
class DifferenceReader {
 public:
  // `roots` are the states before each second of the period in which the table changed, ascending.
  DifferenceReader(const storage::Trees& before, const storage::Trees& after,
                   const std::vector<engine::RecoveryHistory::Root>& roots)
      : before_(before.items), after_(after.items), roots_(roots) {}

  struct Page {
    std::vector<ItemDifference> found;  // in key order
    bool has_more = false;
  };

  // Compares about so many more items.
  Page next(std::size_t items);

 private:
  // Items of one state, read ahead.
  class Cursor {
   public:
    explicit Cursor(const storage::ItemTree& tree) : tree_(tree) {}
    // The next item, or nullptr at the end.
    const std::pair<KeyBytes, ItemRef>* peek();
    void take() { ++used_; }
    const storage::ItemTree& tree() const { return tree_; }

   private:
    const storage::ItemTree& tree_;
    KeyBytes next_key_;
    std::vector<std::pair<KeyBytes, ItemRef>> ahead_;
    std::size_t used_ = 0;
    bool is_at_end_ = false;
  };

  std::int64_t written_micros(const KeyBytes& key, const ItemRef& after) const;

  Cursor before_;
  Cursor after_;
  const std::vector<engine::RecoveryHistory::Root>& roots_;
};

}  // namespace stator::server

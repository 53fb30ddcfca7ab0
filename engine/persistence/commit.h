// The changes of items as records: one for each commit, so that all of it is there or nothing.
//
//   record = kChanges , time , origin , count , { number of the table , item | key } , [ token ]
//
// An item replaces what has its key; a key says that its item is gone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/persistence/journal.h"
#include "storage/change_observer.h"
#include "storage/table.h"

namespace stator::engine {

// Gathers what one commit changes. Not thread-safe. The locks of the tables that it changes must be
// held from before the first change until `append` returns.
class Commit {
 public:
  Commit(Journal& journal, const storage::ChangeContext& context);

  // A change that the table took.
  void add(const storage::Table& table, const storage::ItemChange& change);

  // The token under which the commit was asked for (idempotency.h).
  void complete_token(std::string_view token, std::string_view fingerprint,
                      const std::vector<std::size_t>& image_bytes);

  // Adds the record to the journal, unless nothing was changed.
  void append();

 private:
  Journal& journal_;
  const storage::ChangeContext context_;
  std::size_t count_ = 0;
  std::string& changes_;
  std::string token_;
};

// The commit of one change.
inline void append_change(Journal& journal, const storage::Table& table,
                          const storage::ItemChange& change,
                          const storage::ChangeContext& context) {
  Commit commit(journal, context);
  commit.add(table, change);
  commit.append();
}

}  // namespace stator::engine

// Locks of several tables at once, for transactions and batches.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "model/mutex.h"
#include "storage/table.h"

namespace stator::storage {

// Holds the locks of a set of tables from construction to destruction.
//
// Everyone who locks more than one table does it here, in one order, so that nobody waits for
// somebody who waits for them: by name, and by address where two tables have one name (a table
// that was deleted while a request held it, and its successor). Duplicates are locked once.
//
// Thread safety: as a lock's: constructed and destroyed in one thread, which holds no table's
// lock already.
// Ownership: keeps the tables alive while they are locked.
//
// Clang's analysis follows single mutexes by name and cannot follow a set of them: construction
// and destruction are exempt from it. To tell it that a table is covered, call
// `require_exclusive` or `require_shared` for the table before touching its contents; assertions
// check the claim.
class TableLocks {
 public:
  using Tables = std::vector<std::shared_ptr<Table>>;

  // Waits until it has the locks of all the tables: to write them, or to read them.
  static TableLocks exclusive(Tables tables) { return {std::move(tables), Mode::kExclusive}; }
  static TableLocks shared(Tables tables) { return {std::move(tables), Mode::kShared}; }
  ~TableLocks();
  TableLocks(const TableLocks&) = delete;
  TableLocks& operator=(const TableLocks&) = delete;

  // REQUIRES: the table is one of these, and they are locked exclusively.
  void require_exclusive(const Table& table) const
      STATOR_THREAD_ANNOTATION(assert_capability(table.mutex()));
  // REQUIRES: the table is one of these, in either mode.
  void require_shared(const Table& table) const
      STATOR_THREAD_ANNOTATION(assert_shared_capability(table.mutex()));

  // The tables in the order in which they were locked, each once.
  const Tables& tables() const { return tables_; }

 private:
  enum class Mode { kShared, kExclusive };

  TableLocks(Tables tables, Mode mode);
  bool holds(const Table& table) const;

  Tables tables_;
  const Mode mode_;
};

}  // namespace stator::storage

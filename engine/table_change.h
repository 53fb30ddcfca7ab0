// The lock under which a table's definition is changed: its schema, its settings, what follows it.
#pragma once

#include <cstdint>

#include "engine/engine.h"
#include "storage/table.h"

namespace stator::engine {

// As WriteLock. What the change leads to is in the journal before the lock is given up: when the
// settings' revision is another one, or `note` was called.
//
// Errors: InternalServerError, before the lock is taken, when the journal has failed.
class STATOR_SCOPED_CAPABILITY TableChange {
 public:
  TableChange(Engine& engine, storage::Table& table) STATOR_ACQUIRE(table.mutex());
  ~TableChange() STATOR_RELEASE() STATOR_NO_ANALYSIS;
  TableChange(const TableChange&) = delete;
  TableChange& operator=(const TableChange&) = delete;

  // Something changed that the revision does not count.
  void note() { is_noted_ = true; }

 private:
  Engine& engine_;
  storage::Table& table_;
  std::uint64_t revision_ = 0;
  bool is_noted_ = false;
};

}  // namespace stator::engine

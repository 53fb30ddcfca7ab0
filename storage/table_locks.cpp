#include "storage/table_locks.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace stator::storage {
namespace {

bool locked_before(const std::shared_ptr<Table>& a, const std::shared_ptr<Table>& b) {
  const int order = a->name().compare(b->name());
  return order != 0 ? order < 0 : std::less<>{}(a.get(), b.get());
}

}  // namespace

TableLocks::TableLocks(Tables tables, Mode mode) STATOR_NO_ANALYSIS
    : tables_(std::move(tables)), mode_(mode) {
  std::sort(tables_.begin(), tables_.end(), locked_before);
  tables_.erase(std::unique(tables_.begin(), tables_.end()), tables_.end());
  for (const std::shared_ptr<Table>& table : tables_) {
    if (mode_ == Mode::kExclusive) {
      table->mutex().lock();
    } else {
      table->mutex().lock_shared();
    }
  }
}

TableLocks::~TableLocks() STATOR_NO_ANALYSIS {
  for (auto table = tables_.rbegin(); table != tables_.rend(); ++table) {
    if (mode_ == Mode::kExclusive) {
      (*table)->mutex().unlock();
    } else {
      (*table)->mutex().unlock_shared();
    }
  }
}

void TableLocks::require_exclusive([[maybe_unused]] const Table& table) const {
  assert(mode_ == Mode::kExclusive && holds(table));
}

void TableLocks::require_shared([[maybe_unused]] const Table& table) const { assert(holds(table)); }

bool TableLocks::holds(const Table& table) const {
  return std::any_of(tables_.begin(), tables_.end(),
                     [&](const std::shared_ptr<Table>& one) { return one.get() == &table; });
}

}  // namespace stator::storage

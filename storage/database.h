// The catalogue: which tables one namespace has.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/mutex.h"
#include "storage/table.h"

namespace stator::storage {

// Tables by name.
//
// Thread safety: safe to use from any thread. The catalogue's lock is held within its functions
// only; a table may be locked before it, never after.
// Ownership: shared with callers, so that a removed table lives until the last request that found
// it is done. Such a request works on a table that nobody can find any more; that is harmless.
class Database {
 public:
  using Tables = std::map<std::string, std::shared_ptr<Table>, std::less<>>;  // by name

  explicit Database(std::string name = {}) : name_(std::move(name)) {}
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Of the namespace.
  const std::string& name() const { return name_; }

  // The table, or nullptr. On the path of every request: allocates nothing.
  std::shared_ptr<Table> find(std::string_view name) const;

  // False, and nothing changed, when the name is taken.
  bool add(std::shared_ptr<Table> table);

  // Takes a table out and returns it; nullptr when there is none. The caller decides where it is
  // freed (reclaim.h).
  std::shared_ptr<Table> remove(std::string_view name);

  // Takes this very table out. False when it is not there: it was removed already, and there may be
  // another of its name. The caller, who holds it, decides where it is freed.
  bool remove(const Table& table);

  // Up to `limit` names in byte order, starting after `after` (whether there is such a table or
  // not). An empty `after` is the beginning.
  std::vector<std::string> names(std::string_view after, std::size_t limit) const;

  std::size_t size() const;

  // All tables, by name.
  std::vector<std::shared_ptr<Table>> tables() const;

  // Has these tables from now on, and returns those that there were, as `remove` does one. Nobody
  // finds some of the ones and some of the others.
  Tables replace(Tables tables);

 private:
  const std::string name_;
  mutable SharedMutex mutex_;
  Tables tables_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::storage

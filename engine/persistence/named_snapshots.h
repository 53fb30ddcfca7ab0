// Snapshots of everything by name, in memory: for test suites that make their data once and go back
// to them before every test.
//
// A snapshot shares its trees with the tables that it is of, so that taking and restoring one takes
// microseconds for each table, and memory only as they become different. Where there is a journal,
// the first restore of a snapshot writes it to the data directory; further ones refer to that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/clock.h"
#include "model/mutex.h"

namespace stator::engine {

struct Engine;

struct SnapshotDescription {
  std::string name;
  Timestamp taken{};
  std::size_t tables = 0;
  std::size_t items = 0;
  std::uint64_t bytes = 0;  // of the items, as the service counts
};

// Thread safety: safe to use from any thread. Closes the engine's gate.
class NamedSnapshots {
 public:
  explicit NamedSnapshots(Engine& engine);
  ~NamedSnapshots();
  NamedSnapshots(const NamedSnapshots&) = delete;
  NamedSnapshots& operator=(const NamedSnapshots&) = delete;

  // 1 to 255 characters of A-Z a-z 0-9 . _ -
  static bool is_name(std::string_view name);

  // Takes a snapshot, in the place of one of that name if there is one.
  SnapshotDescription take(const std::string& name);

  // Makes everything what it was then. Nothing, and nothing done, when there is no such snapshot.
  // InternalServerError, and nothing changed, when the journal cannot write.
  std::optional<SnapshotDescription> restore(std::string_view name);

  // Forgets a snapshot. Nothing when there is none.
  std::optional<SnapshotDescription> remove(std::string_view name);

  // By name.
  std::vector<SnapshotDescription> list() const;

 private:
  struct Taken;
  using TakenRef = std::shared_ptr<Taken>;

  TakenRef find(std::string_view name) const;
  void drop(TakenRef taken);

  Engine& engine_;
  Mutex working_;  // one at a time: held while a snapshot is taken, restored or removed
  mutable Mutex mutex_;
  std::map<std::string, TakenRef, std::less<>> snapshots_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine

// Carrying changes between the replicas of a global table.
//
// A change by a request or by the expiry of an item is noted when it is committed and applied to
// the other replicas in the background. The last writer wins: of two changes of one item the later
// one, by the server's clock and then by the order of commits, is what every replica holds in the
// end. Where replicas are strongly consistent, a write is answered when all of them have it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/global_tables.h"
#include "model/clock.h"
#include "model/mutex.h"
#include "storage/change_observer.h"
#include "storage/table.h"

namespace stator::engine {

struct Engine;

// A change on its way from one region to the others.
struct ReplicatedChange {
  std::string region;
  KeyBytes key;
  ItemRef after;  // null: the item was deleted
  Timestamp at{};
};

// The replicas of one global table, and what is on its way between them.
//
// Thread safety: safe to use from any thread. Its lock may be taken under a table's, never the
// other way round.
// Ownership: holds the tables weakly; they hold it through the observers attached to them. The
// engine must outlive it.
class ReplicationGroup : public std::enable_shared_from_this<ReplicationGroup> {
 public:
  ReplicationGroup(Engine& engine, GlobalTableVersion version, RegionConsistency consistency);

  // From now on the table takes part. What others changed before is the caller's to bring.
  void join(const std::string& region, const std::shared_ptr<storage::Table>& table)
      STATOR_REQUIRES(table->mutex());

  bool has(std::string_view region) const;

  // The table takes part no longer. Takes its lock.
  void leave(const std::string& region);

  // The tables that take part, by region.
  std::map<std::string, std::shared_ptr<storage::Table>> tables() const;

  // What has not arrived yet, in the order of commits.
  std::vector<ReplicatedChange> on_the_way() const;

  // Brings everybody what was noted until now, at once. Passes the engine's gate.
  void deliver_now();

  // A change of a replica that is about to be committed. Called under the table's lock.
  void note(const std::string& region, const storage::ItemChange& change,
            const storage::ChangeContext& context);

 private:
  // A change on its way.
  struct Pending {
    std::string region;
    KeyBytes key;
    ItemRef after;  // null: the item was deleted
    Timestamp at{};
    std::uint64_t number = 0;  // in the order of commits
    bool is_repeat = false;    // read back from a journal
  };
  struct LastWrite {
    Timestamp at{};
    std::uint64_t number = 0;
  };
  struct Member {
    std::weak_ptr<storage::Table> table;
    std::weak_ptr<storage::ChangeObserver> observer;  // the table's own, and it owns this group
  };

  std::chrono::milliseconds delay() const;
  void schedule(Timestamp at);
  void deliver_some();
  std::vector<Pending> take_due(Timestamp now);
  void deliver(const Pending& change);
  void apply(storage::Table& replica, const Pending& change, const ItemRef& after);
  bool is_last(const Pending& change) const;
  void forget(const Pending& change);

  Engine& engine_;
  const GlobalTableVersion version_;
  const RegionConsistency consistency_;
  Mutex delivering_;  // held while changes are brought: before a table's lock
  mutable Mutex mutex_;
  std::map<std::string, Member, std::less<>> members_ STATOR_GUARDED_BY(mutex_);
  std::deque<Pending> pending_ STATOR_GUARDED_BY(mutex_);
  // Of every item with a change on its way.
  std::unordered_map<KeyBytes, LastWrite> last_writes_ STATOR_GUARDED_BY(mutex_);
  std::uint64_t changes_ STATOR_GUARDED_BY(mutex_) = 0;
  bool is_scheduled_ STATOR_GUARDED_BY(mutex_) = false;
};

// Has the writes that this thread made to strongly consistent global tables arrive everywhere. To
// be called before they are answered, with no table locked. Passes the engine's gate.
void deliver_strong_writes();

}  // namespace stator::engine

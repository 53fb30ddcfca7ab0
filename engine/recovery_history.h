// What point-in-time recovery keeps: the trees of a table before each second in which it changed.
//
// Trees share what they have in common, so that a second costs what was changed in it. When that
// adds up to more than the history may take, the oldest seconds are forgotten and the window begins
// later: every second inside the window can be restored exactly, and `earliest` tells the truth.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "model/clock.h"
#include "model/mutex.h"
#include "storage/change_observer.h"
#include "storage/reclaim.h"
#include "storage/table.h"

namespace stator::engine {

using Seconds = std::chrono::sys_seconds;

inline Seconds to_seconds(Timestamp time) { return std::chrono::floor<std::chrono::seconds>(time); }

// Attached to a table from the moment that recovery is enabled until it is disabled.
//
// Thread safety: safe to use from any thread. For the table's present state, hold its lock from
// before `state_after` until the trees are copied.
// Ownership: shared by the table and by whoever restores from it. It can be as large as its table:
// whoever lets go last should be the reclaimer. `reclaimer` must outlive its use.
class RecoveryHistory final : public storage::ChangeObserver {
 public:
  // The trees of a table before the first change within a second.
  struct Root {
    Seconds second;
    storage::Trees before;
    std::size_t bytes = 0;  // what only this root and older ones keep alive, estimated from above
  };

  RecoveryHistory(Timestamp enabled_at, std::chrono::days period, std::size_t bytes_max,
                  storage::Reclaimer& reclaimer);
  void before_change(const storage::Trees& trees, const storage::ItemChange& change,
                     const storage::ChangeContext& context) noexcept override;

  std::chrono::days period() const;
  void set_period(std::chrono::days period, Timestamp now);

  // The first second that can be restored.
  Seconds earliest(Timestamp now);

  // The trees as they were when `second` had passed; nothing when no later change is known, which
  // means: as they are now. REQUIRES: second >= earliest.
  std::optional<storage::Trees> state_after(Seconds second) const;

  // The roots of the seconds from `first` to `last`, both included, ascending.
  std::vector<Root> roots_between(Seconds first, Seconds last) const;

  // Forgets what is older than the period.
  void trim(Timestamp now);

  std::size_t root_count() const;

 private:
  void trim_locked(Seconds now) STATOR_REQUIRES(mutex_);
  void forget_oldest(std::vector<Root>& garbage) STATOR_REQUIRES(mutex_);

  const std::size_t bytes_max_;
  storage::Reclaimer& reclaimer_;
  mutable Mutex mutex_;
  std::chrono::days period_ STATOR_GUARDED_BY(mutex_);
  Seconds earliest_ STATOR_GUARDED_BY(mutex_);
  Seconds latest_ STATOR_GUARDED_BY(mutex_);  // the last second that has a root, or the first
  std::deque<Root> roots_ STATOR_GUARDED_BY(mutex_);  // ascending
  std::size_t bytes_ STATOR_GUARDED_BY(mutex_) = 0;   // of all roots
};

}  // namespace stator::engine

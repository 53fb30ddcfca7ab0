#include "engine/recovery_history.h"

#include <algorithm>
#include <new>
#include <utility>

namespace stator::engine {
namespace {

// What the first change of a second copies of one tree, and what every change may copy: the way
// from the root, and a leaf.
constexpr std::size_t kNodeBytes = 800;
constexpr std::size_t kPathNodes = 3;

std::size_t tree_count(const storage::Trees& trees) { return 1 + trees.indexes.size(); }

std::size_t bytes_of(const storage::Trees& trees, const storage::ItemChange& change) {
  const std::size_t item = change.before ? change.before->size_bytes() : 0;
  return item + kNodeBytes * tree_count(trees);
}

}  // namespace

RecoveryHistory::RecoveryHistory(Timestamp enabled_at, std::chrono::days period,
                                 std::size_t bytes_max, storage::Reclaimer& reclaimer)
    : bytes_max_(bytes_max),
      reclaimer_(reclaimer),
      period_(period),
      earliest_(to_seconds(enabled_at)),
      latest_(to_seconds(enabled_at)) {}

void RecoveryHistory::before_change(const storage::Trees& trees, const storage::ItemChange& change,
                                    const storage::ChangeContext& context) noexcept {
  const Seconds second = to_seconds(context.now);
  const MutexLock lock(mutex_);
  try {
    // Should the clock go back, changes count for the latest second that there was.
    if (second > latest_) {
      roots_.push_back({second, trees, kPathNodes * kNodeBytes * tree_count(trees)});
      bytes_ += roots_.back().bytes;
      latest_ = second;
    }
    if (roots_.empty()) return;  // still the second in which recovery was enabled
    const std::size_t bytes = bytes_of(trees, change);
    roots_.back().bytes += bytes;
    bytes_ += bytes;
    trim_locked(second);
  } catch (const std::bad_alloc&) {
    // A second without its root would be restored wrongly: forget all up to it instead.
    roots_.clear();
    bytes_ = 0;
    earliest_ = latest_ = std::max(second, latest_);
  }
}

std::chrono::days RecoveryHistory::period() const {
  const MutexLock lock(mutex_);
  return period_;
}

void RecoveryHistory::set_period(std::chrono::days period, Timestamp now) {
  const MutexLock lock(mutex_);
  period_ = period;
  trim_locked(to_seconds(now));
}

Seconds RecoveryHistory::earliest(Timestamp now) {
  const MutexLock lock(mutex_);
  trim_locked(to_seconds(now));
  return earliest_;
}

std::optional<storage::Trees> RecoveryHistory::state_after(Seconds second) const {
  const MutexLock lock(mutex_);
  const auto later =
      std::upper_bound(roots_.begin(), roots_.end(), second,
                       [](Seconds wanted, const Root& root) { return wanted < root.second; });
  if (later == roots_.end()) return std::nullopt;
  return later->before;
}

std::vector<RecoveryHistory::Root> RecoveryHistory::roots_between(Seconds first,
                                                                  Seconds last) const {
  const MutexLock lock(mutex_);
  std::vector<Root> found;
  for (const Root& root : roots_) {
    if (root.second >= first && root.second <= last) found.push_back(root);
  }
  return found;
}

void RecoveryHistory::trim(Timestamp now) {
  const MutexLock lock(mutex_);
  trim_locked(to_seconds(now));
}

std::size_t RecoveryHistory::root_count() const {
  const MutexLock lock(mutex_);
  return roots_.size();
}

// The state of a second is held by the next root. So a root that is not after the first second of
// the window is of no use, and without the root of second S the window cannot begin before S.
void RecoveryHistory::trim_locked(Seconds now) {
  std::vector<Root> garbage;
  earliest_ = std::max(earliest_, now - period_);
  while (!roots_.empty() && roots_.front().second <= earliest_) forget_oldest(garbage);
  while (!roots_.empty() && bytes_ > bytes_max_) {
    earliest_ = roots_.front().second;
    forget_oldest(garbage);
  }
  if (!garbage.empty()) reclaimer_.drop(std::move(garbage));
}

void RecoveryHistory::forget_oldest(std::vector<Root>& garbage) {
  garbage.push_back(std::move(roots_.front()));
  bytes_ -= garbage.back().bytes;
  roots_.pop_front();
}

}  // namespace stator::engine

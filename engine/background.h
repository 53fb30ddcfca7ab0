// Work that no request waits for: sweeps, trimming, long jobs in slices.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <thread>
#include <utility>

#include "engine/gate.h"
#include "model/clock.h"
#include "model/mutex.h"

namespace stator::engine {

// Tasks by the time, on the server's clock, from which on they may run. Each passes the gate.
//
// A task runs once; one that comes back schedules itself again. Tasks run one at a time, each a
// few milliseconds at most: longer work does a slice and schedules the rest. A task that throws is
// reported on stderr and not run again.
//
// A thread of its own runs them once `start` was called and there is a task; a server that needs
// none has none. Without `start`, tests call `run_due` when they have moved their clock.
//
// Thread safety: safe to use from any thread, except that destruction must come last.
// Ownership: owns the tasks; the clock and the gate must outlive it. Tasks not yet due at
// destruction never run.
class Background {
 public:
  using Task = std::function<void()>;

  Background(const Clock& clock, Gate& gate) : clock_(clock), gate_(gate) {}
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Tasks of one time run in the order of these calls.
  void schedule(Timestamp at, Task task);
  // As soon as possible.
  void schedule_now(Task task) { schedule(Timestamp{}, std::move(task)); }

  // Runs what is due, including what that schedules for now, up to `tasks_max` tasks, and says how
  // many it ran. When the thread is running a task, waits for it first.
  std::size_t run_due(std::size_t tasks_max = SIZE_MAX);

  // From now on a thread runs what is due.
  void start();

 private:
  using Key = std::pair<Timestamp, std::uint64_t>;

  void start_thread() STATOR_REQUIRES(mutex_);
  void work();
  // Takes the first task if it is due.
  bool take_due(Task& task) STATOR_REQUIRES(mutex_);
  void run(const Task& task);

  const Clock& clock_;
  Gate& gate_;
  Mutex mutex_;
  Mutex running_;  // held while a task runs
  std::condition_variable_any changed_;
  std::map<Key, Task> tasks_ STATOR_GUARDED_BY(mutex_);
  std::uint64_t scheduled_ STATOR_GUARDED_BY(mutex_) = 0;
  bool started_ STATOR_GUARDED_BY(mutex_) = false;
  bool stopping_ STATOR_GUARDED_BY(mutex_) = false;
  std::thread worker_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine

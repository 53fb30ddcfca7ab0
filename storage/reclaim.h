// Frees what takes long to free, in the background: dropped tables, removed indexes, snapshots.
// A request that drops a table of a million items answers at once.
#pragma once

#include <condition_variable>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "model/mutex.h"

namespace stator::storage {

// One worker thread, started when something is handed over for the first time: a server that
// drops nothing has no thread for it.
//
// Thread safety: safe to use from any thread, except that destruction must come last.
// Ownership: owns what was handed over until it is freed. Destruction frees all that is left, and
// returns when it is done.
class Reclaimer {
 public:
  Reclaimer() = default;
  ~Reclaimer();
  Reclaimer(const Reclaimer&) = delete;
  Reclaimer& operator=(const Reclaimer&) = delete;

  // Takes anything that can be moved and destroyed in another thread. Should there be no memory
  // or thread to defer the work with, it is done here and now.
  template <class T>
  void drop(T garbage) noexcept {
    try {
      enqueue(std::make_shared<T>(std::move(garbage)));
    } catch (...) {  // std::bad_alloc, std::system_error: whoever still owns the garbage frees it
    }
  }

 private:
  using Garbage = std::shared_ptr<void>;

  void enqueue(Garbage garbage);
  void work();

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::vector<Garbage> waiting_ STATOR_GUARDED_BY(mutex_);
  bool stopping_ STATOR_GUARDED_BY(mutex_) = false;
  std::thread worker_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::storage

// Keeps apart those who need everything to stay together for a moment from those who have
// everything for themselves.
#pragma once

#include <atomic>

#include "model/mutex.h"

namespace stator::engine {

// Passed by operations that concern more than the items of one table at a time, and by the tasks of
// the background, for as long as they take. Closed while a snapshot of everything is taken, while
// one is restored, and while everything is forgotten: nobody is half way through then.
//
// Thread safety: safe to use from any thread. Whoever passes must not pass again, nor close: a
// thread that waits to close holds off those who come after it.
class STATOR_CAPABILITY("mutex") Gate {
 public:
  class STATOR_SCOPED_CAPABILITY Passage {
   public:
    explicit Passage(Gate& gate) STATOR_ACQUIRE_SHARED(gate) STATOR_NO_ANALYSIS : gate_(gate) {
      if (gate_.is_closing_.load(std::memory_order_relaxed)) {
        const MutexLock behind_whoever_closes(gate_.closing_);
      }
      gate_.passing_.lock_shared();
    }
    ~Passage() STATOR_RELEASE_GENERIC() STATOR_NO_ANALYSIS { gate_.passing_.unlock_shared(); }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;

   private:
    Gate& gate_;
  };

  // Waits until everybody has passed.
  class STATOR_SCOPED_CAPABILITY Closure {
   public:
    explicit Closure(Gate& gate) STATOR_ACQUIRE(gate) STATOR_NO_ANALYSIS : gate_(gate) {
      const MutexLock closing(gate_.closing_);
      gate_.is_closing_ = true;
      gate_.passing_.lock();
      gate_.is_closing_ = false;
    }
    ~Closure() STATOR_RELEASE() STATOR_NO_ANALYSIS { gate_.passing_.unlock(); }
    Closure(const Closure&) = delete;
    Closure& operator=(const Closure&) = delete;

   private:
    Gate& gate_;
  };

 private:
  Mutex closing_;
  std::atomic<bool> is_closing_ = false;
  SharedMutex passing_;
};

}  // namespace stator::engine

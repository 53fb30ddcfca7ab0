// A thread with a stack of our size, which std::thread cannot be asked for, and whose end can be
// waited for with a limit.
#pragma once

#include <chrono>
#include <functional>
#include <future>

#include <pthread.h>

namespace stator::server::http {

// Thread safety: `has_ended_by` from any thread.
class Thread {
 public:
  // Runs `main`, which must not throw. Throws std::system_error if there can be no thread.
  explicit Thread(std::function<void()> main);
  // Waits for the end of `main`.
  ~Thread();
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  // Waits until then at most.
  bool has_ended_by(std::chrono::steady_clock::time_point time) const;

 private:
  static void* run(void* self);

  std::function<void()> main_;
  std::promise<void> ended_promise_;
  std::future<void> ended_;
  pthread_t thread_{};
};

}  // namespace stator::server::http

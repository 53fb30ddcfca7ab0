#include "storage/reclaim.h"

namespace stator::storage {

Reclaimer::~Reclaimer() {
  std::thread worker;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    worker = std::move(worker_);
  }
  changed_.notify_one();
  if (worker.joinable()) worker.join();
}

void Reclaimer::enqueue(Garbage garbage) {
  {
    const MutexLock lock(mutex_);
    if (!worker_.joinable() && !stopping_) worker_ = std::thread([this] { work(); });
    waiting_.push_back(std::move(garbage));
  }
  changed_.notify_one();
}

void Reclaimer::work() {
  for (;;) {
    std::vector<Garbage> garbage;
    {
      const MutexLock lock(mutex_);
      while (waiting_.empty() && !stopping_) changed_.wait(mutex_);
      if (waiting_.empty()) return;
      garbage.swap(waiting_);
    }
  }  // freed here, outside the lock
}

}  // namespace stator::storage

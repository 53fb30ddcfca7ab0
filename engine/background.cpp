#include "engine/background.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

namespace stator::engine {

namespace {

// The server's clock may be set, so that nobody may sleep until a moment of it for long.
constexpr std::chrono::milliseconds kSleepMax = std::chrono::seconds(10);

}  // namespace

Background::~Background() {
  std::thread worker;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    worker = std::move(worker_);
  }
  changed_.notify_all();
  if (worker.joinable()) worker.join();
}

void Background::schedule(Timestamp at, Task task) {
  {
    const MutexLock lock(mutex_);
    tasks_.emplace(Key{at, scheduled_++}, std::move(task));
    if (started_) start_thread();
  }
  changed_.notify_all();
}

void Background::start() {
  const MutexLock lock(mutex_);
  started_ = true;
  if (!tasks_.empty()) start_thread();
}

void Background::start_thread() {
  if (!worker_.joinable() && !stopping_) worker_ = std::thread([this] { work(); });
}

bool Background::take_due(Task& task) {
  if (tasks_.empty() || tasks_.begin()->first.first > clock_.now()) return false;
  task = std::move(tasks_.begin()->second);
  tasks_.erase(tasks_.begin());
  return true;
}

void Background::run(const Task& task) {
  const Gate::Passage passage(gate_);
  try {
    task();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "stator: a background task failed: %s\n", failure.what());
  }
}

std::size_t Background::run_due(std::size_t tasks_max) {
  const MutexLock running(running_);
  for (std::size_t count = 0; count < tasks_max; ++count) {
    Task task;
    {
      const MutexLock lock(mutex_);
      if (!take_due(task)) return count;
    }
    run(task);
  }
  return tasks_max;
}

void Background::work() {
  for (;;) {
    run_due();
    const MutexLock lock(mutex_);
    if (stopping_) return;
    if (tasks_.empty()) {
      changed_.wait(mutex_);
      continue;
    }
    const auto left = tasks_.begin()->first.first - clock_.now();
    if (left > left.zero()) {
      changed_.wait_for(mutex_, std::min<std::chrono::milliseconds>(left, kSleepMax));
    }
  }
}

}  // namespace stator::engine

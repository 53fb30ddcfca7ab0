// When each connection of a worker has to have got on by.
//
// A timer per connection would be set and cancelled with every request. Here a connection only
// stores a time, and the worker looks through all of them about once a second: deadlines are as
// exact as that, and cost a request nothing.
//
// Thread safety: none; a list and its deadlines belong to one thread. The list must outlive them.
#pragma once

#include <chrono>
#include <functional>

namespace stator::server::http {

class DeadlineList;

// A deadline registers itself on construction and leaves the list on destruction.
class Deadline {
 public:
  using Duration = std::chrono::milliseconds;

  // `expired` is called, once, by the first sweep past the deadline. It may destroy this object.
  Deadline(DeadlineList& list, std::function<void()> expired);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // Replaces whatever was set before, and arms an expired deadline again.
  void set(Duration from_now);
  // Until it is set again there is none.
  void clear();

 private:
  friend class DeadlineList;

  DeadlineList& list_;
  std::function<void()> expired_;
  std::chrono::steady_clock::time_point at_ = std::chrono::steady_clock::time_point::max();
  Deadline* previous_ = nullptr;
  Deadline* next_ = nullptr;
};

class DeadlineList {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `tick` is how often the owner means to call `sweep`.
  DeadlineList(Time now, Deadline::Duration tick);
  ~DeadlineList() = default;
  DeadlineList(const DeadlineList&) = delete;
  DeadlineList& operator=(const DeadlineList&) = delete;

  bool is_empty() const { return first_ == nullptr; }
  Deadline::Duration tick() const { return tick_; }

  // Brings the time up to date after a pause in which nothing was swept because nothing was there.
  void resume(Time now) { now_ = now; }

  // Expires every deadline before `now`. If the sweep itself is late, the thread was busy and no
  // connection could get on: that time is not counted against them.
  void sweep(Time now);

 private:
  friend class Deadline;

  Time now_;
  Deadline::Duration tick_;
  Deadline* first_ = nullptr;
};

}  // namespace stator::server::http

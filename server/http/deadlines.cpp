#include "server/http/deadlines.h"

#include <utility>

namespace stator::server::http {

Deadline::Deadline(DeadlineList& list, std::function<void()> expired)
    : list_(list), expired_(std::move(expired)), next_(list.first_) {
  if (next_ != nullptr) {
    next_->previous_ = this;
  }
  list_.first_ = this;
}

Deadline::~Deadline() {
  (previous_ == nullptr ? list_.first_ : previous_->next_) = next_;
  if (next_ != nullptr) {
    next_->previous_ = previous_;
  }
}

void Deadline::set(Duration from_now) { at_ = list_.now_ + from_now; }

void Deadline::clear() { at_ = DeadlineList::Time::max(); }

DeadlineList::DeadlineList(Time now, Deadline::Duration tick) : now_(now), tick_(tick) {}

void DeadlineList::sweep(Time now) {
  const auto late = now - now_ - tick_;
  now_ = now;
  for (Deadline* next = first_; next != nullptr;) {
    Deadline& deadline = *next;
    next = deadline.next_;
    if (deadline.at_ == Time::max()) {
      continue;
    }
    if (late > tick_) {
      deadline.at_ += late;
    }
    if (deadline.at_ <= now) {
      deadline.at_ = Time::max();
      deadline.expired_();
    }
  }
}

}  // namespace stator::server::http

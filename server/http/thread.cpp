#include "server/http/thread.h"

#include <cstddef>
#include <system_error>
#include <utility>

namespace stator::server::http {
namespace {

// Less than a huge page, so that the kernel never makes a stack take two megabytes.
constexpr std::size_t kStackBytes = std::size_t{2048 - 64} * 1024;

}  // namespace

Thread::Thread(std::function<void()> main)
    : main_(std::move(main)), ended_(ended_promise_.get_future()) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  const int error = pthread_create(&thread_, &attributes, &Thread::run, this);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start a thread");
  }
}

Thread::~Thread() { pthread_join(thread_, nullptr); }

bool Thread::has_ended_by(std::chrono::steady_clock::time_point time) const {
  return ended_.wait_until(time) == std::future_status::ready;
}

void* Thread::run(void* self) {
  auto& thread = *static_cast<Thread*>(self);
  thread.main_();
  thread.ended_promise_.set_value();
  return nullptr;
}

}  // namespace stator::server::http

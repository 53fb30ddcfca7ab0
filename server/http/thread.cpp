#include "server/http/thread.h"

#include <cstddef>
#include <system_error>

namespace stator::server::http {
namespace {

// Less than a huge page, so that the kernel never makes a stack take two megabytes.
constexpr std::size_t kStackBytes = std::size_t{2048 - 64} * 1024;

}  // namespace

pthread_t start_thread(void* (*main)(void*), void* argument) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread{};
  const int error = pthread_create(&thread, &attributes, main, argument);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start a thread");
  }
  return thread;
}

}  // namespace stator::server::http

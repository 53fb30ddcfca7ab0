// Starting a thread with a stack of our size, which std::thread cannot be asked for.
#pragma once

#include <pthread.h>

namespace stator::server::http {

// Runs `main(argument)` in a new thread. Throws std::system_error.
pthread_t start_thread(void* (*main)(void*), void* argument);

}  // namespace stator::server::http

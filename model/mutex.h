// Mutexes that Clang can check: data marked STATOR_GUARDED_BY may only be touched with its mutex
// held, and -Wthread-safety (an error in the `checked` preset) proves it.
#pragma once

#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define STATOR_THREAD_ANNOTATION(x) __attribute__((x))
#else
#define STATOR_THREAD_ANNOTATION(x)
#endif

#define STATOR_CAPABILITY(name) STATOR_THREAD_ANNOTATION(capability(name))
#define STATOR_SCOPED_CAPABILITY STATOR_THREAD_ANNOTATION(scoped_lockable)
#define STATOR_GUARDED_BY(m) STATOR_THREAD_ANNOTATION(guarded_by(m))
#define STATOR_REQUIRES(...) STATOR_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define STATOR_REQUIRES_SHARED(...) \
  STATOR_THREAD_ANNOTATION(requires_shared_capability(__VA_ARGS__))
#define STATOR_ACQUIRE(...) STATOR_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define STATOR_ACQUIRE_SHARED(...) STATOR_THREAD_ANNOTATION(acquire_shared_capability(__VA_ARGS__))
#define STATOR_RELEASE(...) STATOR_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define STATOR_RELEASE_SHARED(...) STATOR_THREAD_ANNOTATION(release_shared_capability(__VA_ARGS__))
#define STATOR_RELEASE_GENERIC(...) \
  STATOR_THREAD_ANNOTATION(release_generic_capability(__VA_ARGS__))
#define STATOR_NO_ANALYSIS STATOR_THREAD_ANNOTATION(no_thread_safety_analysis)

namespace stator {

class STATOR_CAPABILITY("mutex") Mutex {
 public:
  void lock() STATOR_ACQUIRE() { mutex_.lock(); }
  void unlock() STATOR_RELEASE() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

class STATOR_CAPABILITY("mutex") SharedMutex {
 public:
  void lock() STATOR_ACQUIRE() { mutex_.lock(); }
  void unlock() STATOR_RELEASE() { mutex_.unlock(); }
  void lock_shared() STATOR_ACQUIRE_SHARED() { mutex_.lock_shared(); }
  void unlock_shared() STATOR_RELEASE_SHARED() { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

class STATOR_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) STATOR_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexLock() STATOR_RELEASE() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

class STATOR_SCOPED_CAPABILITY WriteLock {
 public:
  explicit WriteLock(SharedMutex& mutex) STATOR_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~WriteLock() STATOR_RELEASE() { mutex_.unlock(); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  SharedMutex& mutex_;
};

class STATOR_SCOPED_CAPABILITY ReadLock {
 public:
  explicit ReadLock(SharedMutex& mutex) STATOR_ACQUIRE_SHARED(mutex) : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReadLock() STATOR_RELEASE_GENERIC() { mutex_.unlock_shared(); }
  ReadLock(const ReadLock&) = delete;
  ReadLock& operator=(const ReadLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace stator

// How much memory the process may hold (--max-memory), and asking before it grows.
//
// Memory belongs to the process, so its limit does, too: there is one. Whoever is about to keep
// more (a write, a table, a large request) asks first; deleting and reading are never refused. The
// limit may be exceeded a little: by what was granted at the same time, and by what answers take.
//
// What counts is resident memory where the system shows it (/proc), else what malloc took from the
// system.
//
// Thread safety: safe to use from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

#include "model/error.h"

namespace stator {

class MemoryLimit {
 public:
  static MemoryLimit& of_process();

  // To be called before the first request. 0: no limit.
  void set(std::size_t bytes);

  // Whether `bytes` more would fit. Costs next to nothing without a limit; with one, it looks at
  // the process again after every few hundred kilobytes that were granted.
  bool has_room(std::size_t bytes);

  // What is granted but not there yet: counted until it is taken back (MemoryClaim does).
  void announce(std::size_t bytes) { announced_ += bytes; }
  void retract(std::size_t bytes) { announced_ -= bytes; }

 private:
  std::size_t measure();
  bool fits(std::size_t bytes) const;
  void give_back();

  std::atomic<std::size_t> bytes_max_{0};
  std::atomic<std::size_t> held_{0};     // when it was last measured
  std::atomic<std::size_t> granted_{0};  // since then
  std::atomic<std::size_t> announced_{0};
  std::atomic<std::chrono::steady_clock::rep> next_give_back_{0};
  int statm_ = -1;  // never closed
  std::size_t page_bytes_ = 0;
};

// Throws LimitExceededException when the process may not keep `bytes` more.
void require_memory(std::size_t bytes);
Error memory_exhausted();

// A growing buffer's announcement.
class MemoryClaim {
 public:
  MemoryClaim() = default;
  ~MemoryClaim() { clear(); }
  // Copying a buffer claims nothing, as room was not asked for.
  MemoryClaim(const MemoryClaim&) noexcept {}
  MemoryClaim& operator=(const MemoryClaim&) noexcept { return *this; }

  // False when there is no room for that many bytes in all; then the claim is what it was.
  bool grow_to(std::size_t bytes);
  void clear();

 private:
  std::size_t bytes_ = 0;
};

}  // namespace stator

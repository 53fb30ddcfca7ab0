// What the engine tells a journal, which keeps everything across restarts. Without one (nullptr)
// everything is in memory, and nothing here costs anything.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "model/mutex.h"

namespace stator::engine {

struct Capture;
struct RestoreRecord;

// Records are made by commit.h (changes of items) and definitions.h (everything else).
//
// Thread safety: safe to use from any thread.
class Journal {
 public:
  virtual ~Journal() = default;

  // To be asked before something is changed, while nothing is locked: InternalServerError when
  // nothing can be written any more.
  virtual void require_working() const = 0;

  // Adds a record. Records are replayed in the order of these calls, so the lock under which the
  // change was made must still be held.
  virtual void append(std::string_view record) noexcept = 0;

  // Returns when all that this thread appended is as safe as was promised; to be called before an
  // answer says so. InternalServerError when that cannot be.
  virtual void settle() = 0;

  // Has restores of the capture find it on the disk, whose tables have the numbers 1, 2, ...
  // Returns what a record of one calls it. InternalServerError when it cannot be written.
  virtual std::uint64_t keep(const Capture& capture) = 0;
  // No further restore will need what was kept.
  virtual void give_up(std::uint64_t kept) noexcept = 0;
  // Adds the record of a restore of what was kept.
  virtual void append_restore(const RestoreRecord& record) = 0;

  std::uint64_t next_table_number() { return ++table_numbers_; }
  // Takes so many numbers; returns the one before the first of them.
  std::uint64_t take_table_numbers(std::uint64_t count) {
    return table_numbers_.fetch_add(count);
  }

  // Held, shared, by whoever makes a table, from the moment that the journal hears of it until it
  // can be found. Locked before any table; a snapshot, which shows what can be found, waits for it.
  SharedMutex& making() STATOR_THREAD_ANNOTATION(lock_returned(making_)) { return making_; }

 protected:
  std::uint64_t last_table_number() const { return table_numbers_; }
  void set_last_table_number(std::uint64_t number) { table_numbers_ = number; }

 private:
  std::atomic<std::uint64_t> table_numbers_ = 0;
  SharedMutex making_;
};

}  // namespace stator::engine

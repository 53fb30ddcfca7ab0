// The growing end of a journal: records in, frames in files out.
//
// A record is appended in memory, under whatever lock orders it among others; that makes its place
// final. Who has to wait until it is safe calls `flush` when the lock is released: the first to
// come writes what everybody has appended so far, and the others find their records written (a
// group commit).
//
// The first failure is final: from then on nothing is written, `flush` says false, and the reason
// is on standard error. So what is on the disk never has a hole.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

#include "model/mutex.h"
#include "storage/journal/disk.h"
#include "storage/journal/frame.h"
#include "storage/journal/sync_mode.h"

namespace stator::storage {

// A file that was opened for writing, and what is in it.
struct OpenLog {
  std::string path;
  int file = -1;
  FileHeader header;
  Position end = 0;  // of its last frame
};

// Thread safety: safe to use from any thread.
// Ownership: owns the file it writes.
class LogWriter {
 public:
  // Makes the record that says that everything before `synced` is on the disk.
  using MakeMark = std::string (*)(Position synced);

  // How often the disk gets what was written, in the interval mode.
  static constexpr std::chrono::seconds kSyncInterval{1};

  LogWriter(Disk& disk, OpenLog log, SyncMode mode, MakeMark make_mark);
  // Writes and syncs what is left.
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  // Returns the position behind the record. Never fails: see above.
  Position append(std::string_view record) noexcept;

  // False when what stands before the position cannot be made as safe as the mode says.
  bool flush(Position position) noexcept;

  // Has the disk have everything; and the same every second from now on, in a thread of its own.
  bool sync() noexcept;
  void start();

  // Everything from now on goes into this file, which is empty but for its header. Returns the
  // position at which it begins, and has `begin(position)` make the file and its header; an invalid
  // file is a failure like any other.
  template <class Begin>
  Position turn(Begin begin) noexcept {
    const MutexLock syncing(syncing_);
    const MutexLock writing(writing_);
    const Position position = write_pending();
    if (has_failed_ || !disk_.sync(log_.file)) {
      fail("sync");
      return position;
    }
    synced_ = position;
    OpenLog next = begin(position);
    if (next.file < 0) {
      fail("make the next file after");
      return position;
    }
    disk_.close(log_.file);
    log_ = std::move(next);
    return position;
  }

  Position end() const { return end_.load(std::memory_order_relaxed); }
  bool has_failed() const { return has_failed_.load(std::memory_order_relaxed); }

 private:
  // Returns the position up to which everything is written.
  Position write_pending() noexcept STATOR_REQUIRES(writing_);
  void append_mark() noexcept;
  void fail(const char* what) noexcept STATOR_REQUIRES(writing_);
  void keep_syncing();

  Disk& disk_;
  const SyncMode mode_;
  const MakeMark make_mark_;
  std::atomic<bool> has_failed_ = false;
  std::atomic<Position> end_;      // of what was appended
  std::atomic<Position> written_;  // to the file
  std::atomic<Position> synced_;   // with the disk
  std::atomic<Position> marked_;   // the last mark says so
  std::atomic<Position> settled_;  // so far there is nothing to sync, or only what is synced's mark

  Mutex syncing_;  // before writing_, before appending_
  Mutex writing_;
  OpenLog log_ STATOR_GUARDED_BY(writing_);
  std::string batch_ STATOR_GUARDED_BY(writing_);
  Mutex appending_;
  std::string pending_ STATOR_GUARDED_BY(appending_);

  Mutex waiting_;
  std::condition_variable_any stop_;
  bool is_stopping_ STATOR_GUARDED_BY(waiting_) = false;
  std::thread syncer_;
};

}  // namespace stator::storage

#include "storage/journal/log_writer.h"

#include <cstdio>
#include <utility>

#include "storage/journal/crc32c.h"

namespace stator::storage {
namespace {

// A buffer that has grown beyond this by one large batch is given back.
constexpr std::size_t kKeptBytesMax = std::size_t{4} << 20;

}  // namespace

LogWriter::LogWriter(Disk& disk, OpenLog log, SyncMode mode, MakeMark make_mark)
    : disk_(disk),
      mode_(mode),
      make_mark_(make_mark),
      end_(log.end),
      written_(log.end),
      synced_(log.end),
      marked_(log.end),
      settled_(log.end),
      log_(std::move(log)) {}

LogWriter::~LogWriter() {
  {
    const MutexLock lock(waiting_);
    is_stopping_ = true;
  }
  stop_.notify_all();
  if (syncer_.joinable()) syncer_.join();
  sync();
  const MutexLock writing(writing_);
  disk_.close(log_.file);
}

Position LogWriter::append(std::string_view record) noexcept {
  const std::uint32_t crc = crc32c(record);
  const MutexLock lock(appending_);
  const Position start = end_.load(std::memory_order_relaxed);
  if (!has_failed()) append_frame(pending_, record, crc, start);
  const Position end = start + kFrameHeaderBytes + record.size();
  end_.store(end, std::memory_order_relaxed);
  return end;
}

bool LogWriter::flush(Position position) noexcept {
  const std::atomic<Position>& safe = mode_ == SyncMode::kAlways ? synced_ : written_;
  if (safe.load(std::memory_order_acquire) >= position) return true;
  const MutexLock writing(writing_);
  if (safe.load(std::memory_order_acquire) >= position) return true;
  if (has_failed()) return false;
  if (mode_ == SyncMode::kAlways) append_mark();
  const Position written = write_pending();
  if (has_failed()) return false;
  if (mode_ == SyncMode::kInterval) return true;
  if (!disk_.sync(log_.file)) {
    fail("sync");
    return false;
  }
  synced_.store(written, std::memory_order_release);
  return true;
}

bool LogWriter::sync() noexcept {
  const MutexLock syncing(syncing_);
  Position written = 0;
  int file = -1;
  {
    const MutexLock writing(writing_);
    written = write_pending();
    if (has_failed()) return false;
    if (written <= settled_.load()) return true;
    file = log_.file;
  }
  // Nobody closes the file meanwhile, and whoever writes to it need not wait.
  const bool is_synced = disk_.sync(file);
  const MutexLock writing(writing_);
  if (!is_synced) {
    fail("sync");
    return false;
  }
  if (synced_.load() < written) synced_.store(written, std::memory_order_release);
  append_mark();
  write_pending();
  return !has_failed();
}

void LogWriter::start() {
  syncer_ = std::thread([this] { keep_syncing(); });
}

void LogWriter::keep_syncing() {
  for (;;) {
    {
      const MutexLock lock(waiting_);
      if (!is_stopping_) stop_.wait_for(waiting_, kSyncInterval);
      if (is_stopping_) return;
    }
    sync();
  }
}

void LogWriter::append_mark() noexcept {
  const Position synced = synced_.load();
  if (synced == marked_.load()) return;
  const std::string mark = make_mark_(synced);
  const Position end = append(mark);
  marked_ = synced;
  // Should nothing stand between what is synced and its mark, there is nothing left to do.
  const Position start = end - kFrameHeaderBytes - mark.size();
  settled_ = start == synced ? end : synced;
}

Position LogWriter::write_pending() noexcept {
  Position end = 0;
  {
    const MutexLock lock(appending_);
    batch_.swap(pending_);
    end = end_.load(std::memory_order_relaxed);
  }
  if (has_failed() || batch_.empty()) {
    batch_.clear();
    return end;
  }
  if (!write_all(disk_, log_.file, batch_)) {
    fail("write");
    return end;
  }
  written_.store(end, std::memory_order_release);
  batch_.clear();
  if (batch_.capacity() > kKeptBytesMax) batch_ = std::string();
  return end;
}

void LogWriter::fail(const char* what) noexcept {
  if (has_failed_.exchange(true)) return;
  std::fprintf(stderr,
               "stator: cannot %s %s: %s. Writes are refused from now on; restart the server when "
               "that is mended\n",
               what, log_.path.c_str(), last_error().c_str());
}

}  // namespace stator::storage

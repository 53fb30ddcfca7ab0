// The journal in a data directory: opening it, writing to it, and taking snapshots of everything so
// that its log does not grow for ever.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "engine/persistence/journal.h"
#include "model/mutex.h"
#include "storage/journal/data_directory.h"
#include "storage/journal/disk.h"
#include "storage/journal/log_writer.h"

namespace stator::engine {

struct PersistenceOptions {
  std::string path;  // of the directory
  storage::SyncMode sync = storage::SyncMode::kInterval;
  // A snapshot is taken when the log has grown by so many bytes and by more than the last one has.
  std::uint64_t snapshot_bytes_min = std::uint64_t{64} << 20;
};

// Thread safety: as Journal's.
// Ownership: owns the directory's lock and its threads. The engine and the disk must outlive it.
class FileJournal final : public Journal {
 public:
  // Reads what the directory holds into the engine, which holds nothing yet, and goes on from
  // there. To be given to Engine::journal before the first call.
  // Errors: storage::PersistenceError; nothing of the directory has been changed then.
  static std::unique_ptr<FileJournal> open(Engine& engine, storage::Disk& disk,
                                           const PersistenceOptions& options);

  // Writes what is left and has it reach the disk.
  ~FileJournal() override;

  void require_working() const override;
  void append(std::string_view record) noexcept override;
  void settle() override;
  std::uint64_t keep(const Capture& capture) override;
  void give_up(std::uint64_t kept) noexcept override;
  void append_restore(const RestoreRecord& record) override;

  // From now on a thread has the disk get what was written, and another one takes snapshots.
  void start();

  // Has the disk have everything that was appended. False when it cannot.
  bool sync() { return log_->sync(); }
  // Takes a snapshot, and removes the files that it replaces. False when it could not be written;
  // the older files are still there then.
  bool take_snapshot();
  // How much of the log a snapshot would replace.
  std::uint64_t log_bytes() const;

 private:
  FileJournal(Engine& engine, storage::Disk& disk, const PersistenceOptions& options);

  void load();
  void load_snapshot(std::uint64_t generation, class Replay& replay);
  void load_log(std::uint64_t generation, bool is_last, class Replay& replay);
  void load_restore(std::uint64_t number, storage::Position position, class Replay& replay);
  void remove_unreferred(const std::vector<std::uint64_t>& restores);
  void go_on(std::uint64_t generation, bool is_new);
  storage::OpenLog make_log(std::uint64_t generation, storage::Position position);
  void listen_to_catalogues();
  bool is_snapshot_due() const;
  void keep_snapshots();
  struct Paths {
    std::string unfinished;
    std::string finished;
  };
  std::uint64_t write_file(const Paths& paths, const storage::FileHeader& header,
                           const Capture& capture);
  void remove_unneeded() STATOR_REQUIRES(restoring_);

  Engine& engine_;
  storage::Disk& disk_;
  const PersistenceOptions options_;
  storage::DataDirectory directory_;
  storage::DirectoryId id_;
  std::unique_ptr<storage::LogWriter> log_;

  Mutex snapshotting_;
  std::uint64_t generation_ = 0;            // of the newest log
  storage::Position read_to_ = 0;           // while it is being opened
  std::atomic<storage::Position> base_ = 0;           // up to here a snapshot has everything
  std::atomic<std::uint64_t> snapshot_bytes_ = 0;     // of the last one
  std::atomic<std::uint64_t> retry_bytes_ = 0;        // after one that failed

  // A file of what restores put in the place of everything.
  struct Restorable {
    storage::Position last_used = 0;  // behind the last record that refers to it
    bool is_kept = false;             // there may be more
  };
  Mutex restoring_;
  std::uint64_t last_restorable_ STATOR_GUARDED_BY(restoring_) = 0;
  std::map<std::uint64_t, Restorable> restorables_ STATOR_GUARDED_BY(restoring_);

  Mutex waiting_;
  std::condition_variable_any stop_;
  bool is_stopping_ STATOR_GUARDED_BY(waiting_) = false;
  std::thread snapshotter_;
};

}  // namespace stator::engine

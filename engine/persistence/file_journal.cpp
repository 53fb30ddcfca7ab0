#include "engine/persistence/file_journal.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "engine/global_tables.h"
#include "engine/persistence/records.h"
#include "engine/persistence/replay.h"
#include "engine/persistence/snapshot.h"
#include "model/error.h"
#include "model/messages.h"

namespace stator::engine {
namespace {

using storage::FileHeader;
using storage::FileKind;
using storage::FrameReader;
using storage::MappedFile;
using storage::PersistenceError;
using storage::Position;

constexpr std::chrono::seconds kSnapshotInterval{1};

// Up to where the records of this thread go that nobody has waited for yet.
struct Owed {
  const FileJournal* journal = nullptr;
  Position position = 0;
};
thread_local Owed owed;

std::string make_mark(Position synced) { return make_record(RecordType::kMark, synced); }

// The mark of a record that says that the disk had everything before `position`.
bool proves_synced(std::string_view record, Position position) {
  storage::Decoder in(record);
  if (in.empty() || static_cast<RecordType>(in.byte()) != RecordType::kMark) return false;
  return storage::decode<Position>(in) > position;
}

Error not_written() {
  return Error(ErrorCode::kInternalServerError, std::string(messages::kInternalServerError));
}

PersistenceError damaged(const std::string& path, std::size_t offset, std::string_view why) {
  return PersistenceError(
      fmt::format("cannot read {} at offset {}: {}. Nothing was changed", path, offset, why));
}

FileHeader read_header(const std::string& path, std::string_view bytes, FileKind kind) {
  if (const auto fault = storage::check_header(bytes, kind)) {
    throw PersistenceError(
        fmt::format("cannot read {} {}. Nothing was changed", path, fault->reason));
  }
  return storage::decode_header(bytes);
}

// Reads records until one is not whole. What a record's contents throw names the file.
void read_records(const std::string& path, FrameReader& reader, Replay& replay, FileKind kind) {
  for (;;) {
    const std::size_t offset = storage::kFileHeaderBytes + reader.offset();
    const auto record = reader.next();
    if (!record) return;
    try {
      replay.read(*record, kind == FileKind::kLog ? reader.position() : 0);
    } catch (const PersistenceError&) {
      throw;  // of a file that this one refers to
    } catch (const std::exception& fault) {
      throw damaged(path, offset, fault.what());
    }
  }
}

void read_snapshot(const std::string& path, std::string_view bytes, Replay& replay) {
  FrameReader reader(bytes.substr(storage::kFileHeaderBytes), 0);
  read_records(path, reader, replay, FileKind::kSnapshot);
  if (!reader.is_at_end() || !replay.has_snapshot_end()) {
    throw damaged(path, storage::kFileHeaderBytes + reader.offset(), "it is damaged there");
  }
}

}  // namespace

std::unique_ptr<FileJournal> FileJournal::open(Engine& engine, storage::Disk& disk,
                                               const PersistenceOptions& options) {
  std::unique_ptr<FileJournal> journal(new FileJournal(engine, disk, options));
  journal->load();
  return journal;
}

FileJournal::FileJournal(Engine& engine, storage::Disk& disk, const PersistenceOptions& options)
    : engine_(engine), disk_(disk), options_(options), directory_(options.path, disk) {}

FileJournal::~FileJournal() {
  {
    const MutexLock lock(waiting_);
    is_stopping_ = true;
  }
  stop_.notify_all();
  if (snapshotter_.joinable()) snapshotter_.join();
}

// --- Opening ----------------------------------------------------------------------------------

void FileJournal::load() {
  const auto files = directory_.files();
  Replay replay(engine_, [this](std::uint64_t number, Position position, Replay& reading) {
    load_restore(number, position, reading);
  });
  if (files.snapshot) load_snapshot(*files.snapshot, replay);
  for (const std::uint64_t log : files.logs) load_log(log, log == files.logs.back(), replay);
  replay.finish();
  set_last_table_number(replay.last_table_number());
  directory_.remove_before(files.snapshot.value_or(1));
  remove_unreferred(files.restores);
  const bool is_new = id_ == storage::DirectoryId();
  if (is_new) id_ = {engine_.entropy.next(), engine_.entropy.next()};
  go_on(files.logs.empty() ? 1 : files.logs.back(), is_new);
  listen_to_catalogues();
}

void FileJournal::load_snapshot(std::uint64_t generation, Replay& replay) {
  const std::string path = directory_.snapshot_path(generation);
  const MappedFile file(path);
  const FileHeader header = read_header(path, file.bytes(), FileKind::kSnapshot);
  read_snapshot(path, file.bytes(), replay);
  id_ = header.directory;
  base_ = read_to_ = header.position;
  snapshot_bytes_ = file.bytes().size();
}

void FileJournal::load_restore(std::uint64_t number, Position position, Replay& replay) {
  const std::string path = directory_.restore_path(number);
  const MappedFile file(path);
  const FileHeader header = read_header(path, file.bytes(), FileKind::kSnapshot);
  if (!(header.directory == id_) || header.generation != number) {
    throw damaged(path, 0, "it belongs to another data directory");
  }
  read_snapshot(path, file.bytes(), replay);
  const MutexLock lock(restoring_);
  restorables_[number] = {position, false};
}

// What is left of snapshots that were kept, but never restored.
void FileJournal::remove_unreferred(const std::vector<std::uint64_t>& restores) {
  disk_.remove(directory_.unfinished_restore_path());
  const MutexLock lock(restoring_);
  for (const std::uint64_t number : restores) {
    last_restorable_ = number;
    if (!restorables_.contains(number)) disk_.remove(directory_.restore_path(number));
  }
}

// A record of the last log that is not whole is where the server ended, unless the disk is known to
// have had it: then something else has changed the file.
void FileJournal::load_log(std::uint64_t generation, bool is_last, Replay& replay) {
  const std::string path = directory_.log_path(generation);
  const MappedFile file(path);
  const bool is_first = id_ == storage::DirectoryId();
  if (is_last && storage::is_begun(file.bytes())) return;
  const FileHeader header = read_header(path, file.bytes(), FileKind::kLog);
  if (is_first) id_ = header.directory;
  if (!(header.directory == id_) || header.generation != generation) {
    throw damaged(path, 0, "it belongs to another data directory");
  }
  if (!is_first && header.position != read_to_) {
    throw damaged(path, 0, "it does not begin where the file before it ends");
  }
  FrameReader reader(file.bytes().substr(storage::kFileHeaderBytes), header.position);
  read_records(path, reader, replay, FileKind::kLog);
  read_to_ = reader.position();
  if (reader.is_at_end()) return;
  const std::size_t offset = storage::kFileHeaderBytes + reader.offset();
  const auto proves = [&](std::string_view record) { return proves_synced(record, read_to_); };
  if (!is_last || reader.finds_later(proves)) {
    throw damaged(path, offset, "what was written there has changed");
  }
  std::fprintf(stderr,
               "stator: the last %zu bytes of %s are no whole record (the server ended while it "
               "wrote them); they are left out, from offset %zu on\n",
               file.bytes().size() - offset, path.c_str(), offset);
}

// From the end of the last log's last whole record; or with a new log, where there is none yet.
void FileJournal::go_on(std::uint64_t generation, bool is_new) {
  generation_ = generation;
  const std::string path = directory_.log_path(generation);
  storage::OpenLog log{path, -1, {}, read_to_};
  if (is_new || storage::is_begun(MappedFile(path).bytes())) {
    log = make_log(generation, read_to_);
  } else {
    const MappedFile file(path);
    const Position first = storage::decode_header(file.bytes()).position;
    const std::size_t size = storage::kFileHeaderBytes + (read_to_ - first);
    if (size == file.bytes().size() || disk_.truncate(path, size)) {
      log.file = disk_.open_at_end(path);
    }
  }
  if (log.file < 0) {
    throw PersistenceError(fmt::format("cannot write {}: {}", path, storage::last_error()));
  }
  log_ = std::make_unique<storage::LogWriter>(disk_, std::move(log), options_.sync, make_mark);
}

// A file of -1 says that it could not be made.
storage::OpenLog FileJournal::make_log(std::uint64_t generation, Position position) {
  const FileHeader header{FileKind::kLog, id_, generation, position};
  storage::OpenLog log{directory_.log_path(generation), -1, header, position};
  log.file = disk_.create(log.path);
  if (log.file < 0) return log;
  if (storage::write_all(disk_, log.file, storage::encode_header(header)) &&
      disk_.sync(log.file) && disk_.sync_folder(directory_.path())) {
    return log;
  }
  disk_.close(std::exchange(log.file, -1));
  return log;
}

// --- Writing ----------------------------------------------------------------------------------

void FileJournal::listen_to_catalogues() {
  engine_.global_tables->changed = [this](std::string_view scope, const GlobalTable& table) {
    append(make_record(RecordType::kGlobalTable, GlobalTableRecord{std::string(scope), table}));
  };
  engine_.backups.added = [this](std::string_view space, const Backup& backup) {
    append(make_record(RecordType::kBackup,
                       BackupRecord{std::string(space), backup.image.table, backup}));
  };
  engine_.backups.removed = [this](std::string_view space, const Backup& backup) {
    append(make_record(RecordType::kBackupGone, BackupName{std::string(space), backup.arn}));
  };
}

void FileJournal::require_working() const {
  if (log_->has_failed()) throw not_written();
}

void FileJournal::append(std::string_view record) noexcept {
  owed = {this, log_->append(record)};
}

void FileJournal::settle() {
  if (owed.journal != this) return;
  owed.journal = nullptr;
  if (!log_->flush(owed.position)) throw not_written();
}

void FileJournal::start() {
  log_->start();
  snapshotter_ = std::thread([this] { keep_snapshots(); });
}

// --- Snapshots --------------------------------------------------------------------------------

std::uint64_t FileJournal::log_bytes() const { return log_->end() - base_.load(); }

bool FileJournal::is_snapshot_due() const {
  return !log_->has_failed() &&
         log_bytes() > std::max({options_.snapshot_bytes_min, snapshot_bytes_.load(),
                                 retry_bytes_.load()});
}

void FileJournal::keep_snapshots() {
  for (;;) {
    {
      const MutexLock lock(waiting_);
      if (!is_stopping_) stop_.wait_for(waiting_, kSnapshotInterval);
      if (is_stopping_) return;
    }
    if (is_snapshot_due()) take_snapshot();
  }
}

bool FileJournal::take_snapshot() {
  const MutexLock snapshotting(snapshotting_);
  Position position = 0;
  Capture captured;
  {
    const WriteLock making_none(making());
    position = log_->turn([&](Position at) { return make_log(generation_ + 1, at); });
    if (log_->has_failed()) return false;
    ++generation_;
    captured = capture(engine_, *log_, last_table_number());
  }
  const std::uint64_t bytes =
      write_file({directory_.unfinished_path(), directory_.snapshot_path(generation_)},
                 {FileKind::kSnapshot, id_, generation_, position}, captured);
  if (bytes == 0) {
    retry_bytes_ = 2 * log_bytes();
    return false;
  }
  base_ = position;
  snapshot_bytes_ = bytes;
  retry_bytes_ = 0;
  directory_.remove_before(generation_);
  const MutexLock lock(restoring_);
  remove_unneeded();
  return true;
}

// The size of the file; 0, and no file, for a failure.
std::uint64_t FileJournal::write_file(const Paths& paths, const FileHeader& header,
                                      const Capture& capture) {
  const std::uint64_t bytes = write_snapshot(disk_, paths.unfinished, header, capture);
  if (bytes != 0 && disk_.rename(paths.unfinished, paths.finished) &&
      disk_.sync_folder(directory_.path())) {
    return bytes;
  }
  std::fprintf(stderr, "stator: cannot write %s: %s. The other files are kept as they are\n",
               paths.finished.c_str(), storage::last_error().c_str());
  disk_.remove(paths.unfinished);
  return 0;
}

// --- Restores ---------------------------------------------------------------------------------

std::uint64_t FileJournal::keep(const Capture& capture) {
  const MutexLock lock(restoring_);
  const std::uint64_t number = last_restorable_ + 1;
  const Paths paths{directory_.unfinished_restore_path(), directory_.restore_path(number)};
  if (write_file(paths, {FileKind::kSnapshot, id_, number, 0}, capture) == 0) throw not_written();
  last_restorable_ = number;
  restorables_[number].is_kept = true;
  return number;
}

void FileJournal::give_up(std::uint64_t kept) noexcept {
  const MutexLock lock(restoring_);
  restorables_[kept].is_kept = false;
  remove_unneeded();
}

void FileJournal::append_restore(const RestoreRecord& record) {
  append(make_record(RecordType::kRestore, record));
  const MutexLock lock(restoring_);
  restorables_[record.file].last_used = owed.position;
}

// A start reads what logs refer to from the last snapshot on.
void FileJournal::remove_unneeded() {
  std::erase_if(restorables_, [&](const auto& entry) {
    const auto& [number, restorable] = entry;
    if (restorable.is_kept || restorable.last_used > base_.load()) return false;
    disk_.remove(directory_.restore_path(number));
    return true;
  });
}

}  // namespace stator::engine

#include "storage/journal/data_directory.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stator::storage {
namespace {

constexpr mode_t kFolderMode = 0755;
constexpr mode_t kLockMode = 0644;
constexpr std::string_view kPrefix = "stator-";
constexpr std::string_view kLogSuffix = ".log";
constexpr std::string_view kSnapshotSuffix = ".snapshot";
constexpr std::string_view kRestoreSuffix = ".restore";

// Every folder on the way, as mkdir -p makes them.
void make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1); ; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (::mkdir(part.c_str(), kFolderMode) != 0 && errno != EEXIST && errno != EISDIR &&
        end == std::string::npos) {
      throw PersistenceError(
          fmt::format("cannot make the data directory {}: {}", path, last_error()));
    }
    if (end == std::string::npos) return;
  }
}

// The generation in a name of this kind.
std::optional<std::uint64_t> generation_of(std::string_view name, std::string_view suffix) {
  if (!name.starts_with(kPrefix) || !name.ends_with(suffix)) return std::nullopt;
  if (name.size() <= kPrefix.size() + suffix.size()) return std::nullopt;
  const std::string_view digits =
      name.substr(kPrefix.size(), name.size() - kPrefix.size() - suffix.size());
  std::uint64_t generation = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, generation);
  if (fault != std::errc() || stop != end) return std::nullopt;
  return generation;
}

}  // namespace

DataDirectory::DataDirectory(std::string path, Disk& disk) : path_(std::move(path)), disk_(disk) {
  make_folders(path_);
  const std::string lock = path_ + "/stator.lock";
  lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kLockMode);
  if (lock_ < 0) {
    throw PersistenceError(fmt::format("cannot use the data directory {} as user {}: {}: {}",
                                       path_, ::geteuid(), lock, last_error()));
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const std::string reason =
      errno == EWOULDBLOCK ? "another server is using it" : last_error();
  ::close(lock_);
  throw PersistenceError(fmt::format("cannot use the data directory {}: {}", path_, reason));
}

DataDirectory::~DataDirectory() { ::close(lock_); }

std::string DataDirectory::log_path(std::uint64_t generation) const {
  return fmt::format("{}/{}{:08}{}", path_, kPrefix, generation, kLogSuffix);
}

std::string DataDirectory::snapshot_path(std::uint64_t generation) const {
  return fmt::format("{}/{}{:08}{}", path_, kPrefix, generation, kSnapshotSuffix);
}

std::string DataDirectory::restore_path(std::uint64_t number) const {
  return fmt::format("{}/{}{:08}{}", path_, kPrefix, number, kRestoreSuffix);
}

std::string DataDirectory::unfinished_path() const { return path_ + "/stator-unfinished"; }

std::string DataDirectory::unfinished_restore_path() const {
  return path_ + "/stator-unfinished-restore";
}

DataDirectory::Names DataDirectory::names() const {
  struct Closer {
    void operator()(DIR* folder) const { ::closedir(folder); }
  };
  const std::unique_ptr<DIR, Closer> folder(::opendir(path_.c_str()));
  if (!folder) {
    throw PersistenceError(fmt::format("cannot read {}: {}", path_, last_error()));
  }
  Names names;
  while (const dirent* entry = ::readdir(folder.get())) {
    if (const auto log = generation_of(entry->d_name, kLogSuffix)) names.logs.push_back(*log);
    if (const auto snapshot = generation_of(entry->d_name, kSnapshotSuffix)) {
      names.snapshots.push_back(*snapshot);
    }
    if (const auto restore = generation_of(entry->d_name, kRestoreSuffix)) {
      names.restores.push_back(*restore);
    }
  }
  std::sort(names.logs.begin(), names.logs.end());
  std::sort(names.snapshots.begin(), names.snapshots.end());
  std::sort(names.restores.begin(), names.restores.end());
  return names;
}

DataDirectory::Files DataDirectory::files() const {
  Names all = names();
  Files files;
  if (!all.snapshots.empty()) files.snapshot = all.snapshots.back();
  std::uint64_t expected = files.snapshot.value_or(1);
  std::erase_if(all.logs, [&](std::uint64_t log) { return log < expected; });
  for (const std::uint64_t log : all.logs) {
    if (log != expected++) {
      throw PersistenceError(fmt::format("{} is missing: other files of {} build upon it",
                                         log_path(expected - 1), path_));
    }
  }
  if (files.snapshot && all.logs.empty()) {
    throw PersistenceError(fmt::format("{} is missing: it belongs to {}",
                                       log_path(*files.snapshot), snapshot_path(*files.snapshot)));
  }
  files.logs = std::move(all.logs);
  files.restores = std::move(all.restores);
  return files;
}

// What cannot be removed does no harm and is tried again with the next snapshot.
void DataDirectory::remove_before(std::uint64_t generation) {
  disk_.remove(unfinished_path());
  const Names all = names();
  for (const std::uint64_t log : all.logs) {
    if (log < generation) disk_.remove(log_path(log));
  }
  for (const std::uint64_t snapshot : all.snapshots) {
    if (snapshot < generation) disk_.remove(snapshot_path(snapshot));
  }
}

}  // namespace stator::storage

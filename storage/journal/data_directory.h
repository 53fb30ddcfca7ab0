// The files below a data directory, and the lock that keeps a second server out of it.
//
//   stator.lock                     held with flock(2) while a server uses the directory
//   stator-<generation>.log         what changed, in order; the newest one grows
//   stator-<generation>.snapshot    everything as it was when the log of that generation began
//   stator-<n>.restore              what a restore put in the place of everything: a log says when
//
// Everything is made of the newest snapshot and of the logs from its generation on. Older files are
// left over from a crash. What is not a log is written under another name and renamed when it is
// whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "storage/journal/disk.h"
#include "storage/journal/frame.h"

namespace stator::storage {

// Not thread-safe. Errors: everything throws PersistenceError.
class DataDirectory {
 public:
  // Makes the directory if it is not there, and locks it.
  DataDirectory(std::string path, Disk& disk);
  ~DataDirectory();
  DataDirectory(const DataDirectory&) = delete;
  DataDirectory& operator=(const DataDirectory&) = delete;

  // What is there to be read.
  struct Files {
    std::optional<std::uint64_t> snapshot;  // its generation
    std::vector<std::uint64_t> logs;        // from that generation on, ascending
    std::vector<std::uint64_t> restores;    // ascending
  };
  // Refuses a directory where a file between them is missing.
  Files files() const;

  // Removes what comes before the generation, and what was never finished.
  void remove_before(std::uint64_t generation);

  const std::string& path() const { return path_; }
  std::string log_path(std::uint64_t generation) const;
  std::string snapshot_path(std::uint64_t generation) const;
  std::string restore_path(std::uint64_t number) const;
  // Of a snapshot, and of a .restore.
  std::string unfinished_path() const;
  std::string unfinished_restore_path() const;

 private:
  struct Names {
    std::vector<std::uint64_t> snapshots;  // ascending
    std::vector<std::uint64_t> logs;
    std::vector<std::uint64_t> restores;
  };
  Names names() const;

  const std::string path_;
  Disk& disk_;
  int lock_ = -1;
};

}  // namespace stator::storage

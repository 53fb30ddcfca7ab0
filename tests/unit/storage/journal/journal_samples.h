// A directory to write into, and a disk that fails when a test wants it to.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

#include <gtest/gtest.h>

#include "model/file.h"
#include "storage/journal/disk.h"

#include <unistd.h>

namespace stator::storage {

// In memory where that can be had, for syncing a disk is slow.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    static std::atomic<unsigned> number{0};
    const std::filesystem::path memory = "/dev/shm";
    const auto parent = ::access(memory.c_str(), W_OK) == 0
                            ? memory
                            : std::filesystem::temp_directory_path();
    path_ = parent / ("stator-journal-" + std::to_string(::getpid()) + "-" +
                      std::to_string(++number));
    std::filesystem::create_directory(path_);
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  std::string path() const { return path_.string(); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::string& path) {
  const auto bytes = read_file(path);
  EXPECT_TRUE(bytes) << path;
  return bytes.value_or("");
}

// Takes so many bytes, in pieces, and then has no space left; syncs so many times and then fails.
class FaultyDisk final : public Disk {
 public:
  static constexpr std::size_t kEndless = std::numeric_limits<std::size_t>::max();

  std::size_t bytes_left = kEndless;
  std::size_t syncs_left = kEndless;
  std::size_t piece = kEndless;  // the most bytes of one write

  ssize_t write(int file, const char* bytes, std::size_t count) override {
    if (bytes_left == 0) {
      errno = ENOSPC;
      return -1;
    }
    count = std::min({count, piece, bytes_left});
    if (bytes_left != kEndless) bytes_left -= count;
    return Disk::write(file, bytes, count);
  }
  bool sync(int file) override {
    if (syncs_left == 0) {
      errno = EIO;
      return false;
    }
    if (syncs_left != kEndless) --syncs_left;
    return Disk::sync(file);
  }
};

}  // namespace stator::storage

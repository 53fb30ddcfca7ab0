#include "storage/journal/disk.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stator::storage {
namespace {

constexpr mode_t kFileMode = 0644;

}  // namespace

int Disk::create(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kFileMode);
}

int Disk::open_at_end(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
}

ssize_t Disk::write(int file, const char* bytes, std::size_t count) {
  return ::write(file, bytes, count);
}

bool Disk::sync(int file) { return ::fdatasync(file) == 0; }

bool Disk::truncate(const std::string& path, std::size_t bytes) {
  return ::truncate(path.c_str(), static_cast<off_t>(bytes)) == 0;
}

bool Disk::rename(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool Disk::remove(const std::string& path) { return ::unlink(path.c_str()) == 0; }

bool Disk::sync_folder(const std::string& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  // Some file systems cannot do this, and say so: nothing is lost by asking.
  const bool is_synced = ::fsync(folder) == 0 || errno == EINVAL;
  ::close(folder);
  return is_synced;
}

void Disk::close(int file) { ::close(file); }

bool write_all(Disk& disk, int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = disk.write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      if (written == 0) errno = ENOSPC;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string last_error() { return std::generic_category().message(errno); }

MappedFile::MappedFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) {
    const std::string reason = last_error();
    if (file >= 0) ::close(file);
    throw PersistenceError("cannot read " + path + ": " + reason);
  }
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ > 0) memory_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
  const std::string reason = last_error();
  ::close(file);
  if (memory_ == MAP_FAILED) throw PersistenceError("cannot read " + path + ": " + reason);
  if (size_ > 0) ::madvise(memory_, size_, MADV_SEQUENTIAL);
}

MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(memory_, size_);
}

}  // namespace stator::storage

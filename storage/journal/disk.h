// What a journal asks of the operating system, injected so that tests can let it fail.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace stator::storage {

// The data directory cannot be used: one line that names the file and says why.
class PersistenceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Functions that fail return -1 or false and leave the reason in errno.
// Thread safety: safe to use from any thread.
class Disk {
 public:
  virtual ~Disk() = default;

  // A file for writing: a new one (an older one of that name is emptied), or one to go on with.
  virtual int create(const std::string& path);
  virtual int open_at_end(const std::string& path);
  // Writes some of the bytes, as write(2) does.
  virtual ssize_t write(int file, const char* bytes, std::size_t count);
  // Has what was written reach the disk.
  virtual bool sync(int file);
  virtual bool truncate(const std::string& path, std::size_t bytes);
  virtual bool rename(const std::string& from, const std::string& to);
  virtual bool remove(const std::string& path);
  // Has the names in a folder reach the disk.
  virtual bool sync_folder(const std::string& path);
  void close(int file);
};

// Writes all of the bytes. False if not all could be.
bool write_all(Disk& disk, int file, std::string_view bytes);

// What errno says.
std::string last_error();

// A file as memory that does not change.
//
// Ownership: owns the mapping. Thread safety: as a const object's.
class MappedFile {
 public:
  // Throws PersistenceError.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(memory_), size_}; }

 private:
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace stator::storage

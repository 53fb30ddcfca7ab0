// gzip and Zstandard, piece by piece: what is read or written may be far larger than a slice of
// background work.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/import_job.h"

namespace stator::server {

// Objects or data that are not what they should be. `code` is static text: what a job that fails by
// it shows as its FailureCode.
class TransferError : public std::runtime_error {
 public:
  explicit TransferError(const std::string& message, std::string_view code = "S3Error")
      : std::runtime_error(message), code_(code) {}

  std::string_view code() const { return code_; }

 private:
  std::string_view code_;
};

// Undoes a compression. Thread safety: none.
class Decompressor {
 public:
  virtual ~Decompressor() = default;

  // Appends some of what is left, about `bytes_max` at most. False when nothing is left. Throws
  // TransferError for data that are corrupt or cut short.
  virtual bool next(std::string& out, std::size_t bytes_max) = 0;
};

// `bytes` may be several members or frames, one after the other.
std::unique_ptr<Decompressor> make_decompressor(engine::InputCompression compression,
                                                std::string bytes);

// Makes one gzip member. Thread safety: none.
class GzipWriter {
 public:
  GzipWriter();
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  void append(std::string_view bytes);

  // How much has come out so far; some may still be inside.
  std::size_t size() const;

  // The member. The writer is then only good for destruction.
  std::string finish();

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace stator::server

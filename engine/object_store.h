// A directory that stands for S3: the object of a key is the file <root>/<bucket>/<key>.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stator::engine {

// What the file system refused.
class ObjectStoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thread safety: safe to use from any thread.
// Errors: ObjectStoreError, where nothing else is said.
class ObjectStore {
 public:
  explicit ObjectStore(std::filesystem::path root) : root_(std::move(root)) {}

  // Whether names can be a bucket's and a key's: keys that leave the bucket ("..") cannot.
  static bool is_bucket_name(std::string_view bucket);
  static bool is_key(std::string_view key);

  // As on S3, a bucket is made beforehand.
  bool has_bucket(std::string_view bucket) const;

  // Makes or replaces the object; readers see it whole or not at all.
  // REQUIRES of all functions: is_bucket_name and is_key.
  void put(std::string_view bucket, std::string_view key, std::string_view bytes) const;

  std::string get(std::string_view bucket, std::string_view key) const;
  std::uint64_t size(std::string_view bucket, std::string_view key) const;

  // The keys that begin with `prefix`, in byte order.
  std::vector<std::string> list(std::string_view bucket, std::string_view prefix) const;

  // Adds to the end of a file beside the buckets, made if needed; `name` is not a bucket's.
  void append_beside(std::string_view name, std::string_view text) const;

 private:
  std::filesystem::path path_of(std::string_view bucket, std::string_view key) const;

  std::filesystem::path root_;
};

}  // namespace stator::engine

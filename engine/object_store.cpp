#include "engine/object_store.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "model/file.h"

namespace stator::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinished = ".stator-unfinished";

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_bucket_character(char c) {
  return is_alphanumeric(c) || c == '.' || c == '-' || c == '_';
}

ObjectStoreError fault(std::string_view what, const fs::path& path, const std::string& why) {
  return ObjectStoreError(fmt::format("cannot {} {}: {}", what, path.string(), why));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw fault("make the directory", folder, error.message());
}

std::string last_error() { return std::error_code(errno, std::generic_category()).message(); }

void write(const fs::path& path, std::string_view bytes, FileMode mode) {
  if (!write_file(path, bytes, mode)) throw fault("write", path, last_error());
}

}  // namespace

bool ObjectStore::is_bucket_name(std::string_view bucket) {
  return bucket.size() >= 2 && is_alphanumeric(bucket.front()) &&
         is_alphanumeric(bucket.back()) &&
         std::all_of(bucket.begin(), bucket.end(), is_bucket_character);
}

bool ObjectStore::is_key(std::string_view key) {
  if (key.find('\0') != std::string_view::npos) return false;
  const fs::path path(key);
  return std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

fs::path ObjectStore::path_of(std::string_view bucket, std::string_view key) const {
  // A key may begin with a slash; a path that does would replace everything before it.
  const std::size_t start = std::min(key.find_first_not_of('/'), key.size());
  return root_ / bucket / key.substr(start);
}

bool ObjectStore::has_bucket(std::string_view bucket) const {
  std::error_code error;
  return fs::is_directory(root_ / bucket, error);
}

void ObjectStore::put(std::string_view bucket, std::string_view key,
                      std::string_view bytes) const {
  const fs::path path = path_of(bucket, key);
  make_folder(path.parent_path());
  fs::path unfinished = path;
  unfinished += kUnfinished;
  write(unfinished, bytes, FileMode::kReplace);
  std::error_code error;
  fs::rename(unfinished, path, error);
  if (error) throw fault("write", path, error.message());
}

std::uint64_t ObjectStore::size(std::string_view bucket, std::string_view key) const {
  const fs::path path = path_of(bucket, key);
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(path, error);
  if (error) throw fault("read", path, error.message());
  return bytes;
}

std::string ObjectStore::get(std::string_view bucket, std::string_view key) const {
  const fs::path path = path_of(bucket, key);
  auto bytes = read_file(path);
  if (!bytes) throw fault("read", path, last_error());
  return *std::move(bytes);
}

std::vector<std::string> ObjectStore::list(std::string_view bucket,
                                           std::string_view prefix) const {
  const fs::path folder = root_ / bucket;
  std::vector<std::string> keys;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (!at->is_regular_file(ignored)) continue;
    std::string key = at->path().lexically_relative(folder).generic_string();
    if (key.starts_with(prefix) && !key.ends_with(kUnfinished)) keys.push_back(std::move(key));
  }
  if (error) throw fault("list", folder, error.message());
  std::sort(keys.begin(), keys.end());
  return keys;
}

void ObjectStore::append_beside(std::string_view name, std::string_view text) const {
  const fs::path path = root_ / name;
  make_folder(path.parent_path());
  write(path, text, FileMode::kAppend);
}

}  // namespace stator::engine

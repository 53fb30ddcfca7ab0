#include "model/file.h"

#include <array>
#include <cstdio>
#include <memory>

namespace stator {
namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

}  // namespace

std::optional<std::string> read_file(const std::filesystem::path& path) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return std::nullopt;
  std::string bytes;
  std::array<char, 64 * 1024> part;
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), file.get())) {
    bytes.append(part.data(), count);
  }
  if (std::ferror(file.get()) != 0) return std::nullopt;
  return bytes;
}

bool write_file(const std::filesystem::path& path, std::string_view bytes, FileMode mode) {
  File file(std::fopen(path.c_str(), mode == FileMode::kAppend ? "ab" : "wb"));
  if (!file) return false;
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  // What is still in a buffer is written now, and only now is it known whether it could be.
  return std::fclose(file.release()) == 0 && is_written;
}

}  // namespace stator

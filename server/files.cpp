#include "server/files.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <system_error>

namespace stator::server {
namespace {

constexpr std::size_t kFileBytesMax = std::size_t{1024} * 1024;

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw FileError("cannot read " + path + ": " + reason);
}

std::string last_error() { return std::generic_category().message(errno); }

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

// By stdio: streams would bring libstdc++'s locales into the binary.
std::string read_small_file(const std::string& path) {
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) refuse(path, last_error());
  std::string text(kFileBytesMax + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (std::ferror(file.get()) != 0) refuse(path, last_error());
  if (text.size() > kFileBytesMax) refuse(path, "it is larger than 1 MiB");
  text.shrink_to_fit();
  return text;
}

}  // namespace stator::server

#include "server/load/source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "model/file.h"
#include "server/transfers/compression.h"

namespace stator::server::load {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> kEndings{".json", ".jsonl",    ".ndjson", ".yaml",
                                                   ".yml",  ".template", ".csv",    ".ion"};
constexpr std::array<std::string_view, 2> kPackedEndings{".gz", ".zst"};

bool has_known_ending(std::string_view name) {
  for (const std::string_view packed : kPackedEndings) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::error_code error;
  std::vector<std::string> names;
  fs::directory_iterator entry(directory, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::string name = entry->path().filename().string();
    const bool is_wanted = !name.starts_with('.') && has_known_ending(name);
    std::error_code ignored;  // what cannot be looked at is no file to load
    if (is_wanted && entry->is_regular_file(ignored)) names.push_back(std::move(name));
  }
  if (error) {
    throw LoadError(fmt::format("cannot read {}: {}", directory.string(), error.message()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string table_named_by(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.substr(0, name.find('.'));
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// TABLE=PATH, unless all of it is the path of something.
std::pair<std::string, std::string> split(const std::string& source) {
  const std::size_t equals = source.find('=');
  if (equals == std::string::npos || equals == 0 || is_there(source)) return {"", source};
  return {source.substr(0, equals), source.substr(equals + 1)};
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }
bool is_zstd(std::string_view bytes) { return bytes.starts_with("\x28\xB5\x2F\xFD"); }

std::string unpack(const SourceFile& file, std::string bytes) {
  using engine::InputCompression;
  constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
  if (!is_gzip(bytes) && !is_zstd(bytes)) return bytes;
  const auto compression = is_gzip(bytes) ? InputCompression::kGzip : InputCompression::kZstd;
  try {
    std::string text;
    const auto decompressor = make_decompressor(compression, std::move(bytes));
    while (decompressor->next(text, kPieceBytes)) {
    }
    return text;
  } catch (const TransferError& error) {
    throw LoadError(fmt::format("cannot read {}: {}", file.path, error.what()));
  }
}

}  // namespace

std::vector<SourceFile> files_of(const std::string& source) {
  const auto [table, path] = split(source);
  const auto file_at = [&given = table](const fs::path& at) {
    return SourceFile{at.string(), given.empty() ? table_named_by(at) : given, !given.empty()};
  };
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return {file_at(path)};
  std::vector<SourceFile> files;
  for (const std::string& name : names_in(path)) files.push_back(file_at(fs::path(path) / name));
  if (files.empty()) throw LoadError(fmt::format("there is no file to load in {}", path));
  return files;
}

Source::Source(const SourceFile& file) : file_(file) {
  std::optional<std::string> bytes = read_file(file.path);
  if (!bytes) {
    throw LoadError(
        fmt::format("cannot read {}: {}", file.path, std::generic_category().message(errno)));
  }
  text_ = unpack(file, *std::move(bytes));
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text_.starts_with(kByteOrderMark)) text_.erase(0, kByteOrderMark.size());
}

Origin Source::origin_of(std::string_view part) const {
  const auto offset = static_cast<std::size_t>(part.data() - text_.data());
  if (offset < counted_) {
    counted_ = 0;
    line_ = 1;
  }
  const std::string_view passed = std::string_view(text_).substr(counted_, offset - counted_);
  line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
  counted_ = offset;
  return at_line(line_);
}

void Source::fail(std::string_view part, std::string_view message) const {
  throw LoadError(origin_of(part), message);
}

}  // namespace stator::server::load

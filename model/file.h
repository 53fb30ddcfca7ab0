// Whole files by C's streams: those of C++ would bring the locales of the standard library into the
// release binary, a tenth of its size.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace stator {

enum class FileMode { kReplace, kAppend };

// The bytes of a file; nothing if it cannot be read (errno says why).
std::optional<std::string> read_file(const std::filesystem::path& path);

// False if not all could be written (errno says why); the file may then hold a part.
bool write_file(const std::filesystem::path& path, std::string_view bytes, FileMode mode);

}  // namespace stator

// The files behind --load.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "server/load/step.h"

namespace stator::server::load {

// A file to load, not read yet.
struct SourceFile {
  std::string path;             // as the user would spell it
  std::string table;            // that data without the name of a table are for
  bool is_table_given = false;  // said on the command line, not taken from the file's name
};

// The files of one --load: itself, or what a directory holds, by name, without its sub-directories,
// hidden files and files whose ending is none of a known format. TABLE= in front names the table of
// the data; else it is the file's name up to its first dot. Throws LoadError if there are none.
std::vector<SourceFile> files_of(const std::string& source);

// A file's text, decompressed if it is gzip or Zstandard, without a byte order mark. Lines are
// counted as they are asked for, best in rising order. Not copyable: parts of the text are views.
class Source {
 public:
  // `file` must outlive it. Throws LoadError if it cannot be read.
  explicit Source(const SourceFile& file);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const SourceFile& file() const { return file_; }
  std::string_view text() const { return text_; }
  Origin at_line(std::size_t line) const { return {file_.path, line}; }
  // The line of a part of the text.
  Origin origin_of(std::string_view part) const;
  [[noreturn]] void fail(std::string_view part, std::string_view message) const;

 private:
  const SourceFile& file_;
  std::string text_;
  mutable std::size_t counted_ = 0;  // of the text
  mutable std::size_t line_ = 1;     // at that place
};

}  // namespace stator::server::load

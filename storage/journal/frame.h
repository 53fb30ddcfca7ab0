// The files of a data directory: a header, and frames that hold one record each.
//
//   file   = header , { frame }
//   header = magic , version , kind , directory id , generation , position , CRC of all that
//   frame  = length , CRC of the record , CRC of the frame's first 8 bytes and of its position ,
//            record
//
// Whole numbers have fixed sizes here, the least byte first. The *position* of a frame is how many
// bytes of frames were written to the directory's logs before it. It goes into the frame's checksum
// so that bytes that were written for another place are never taken for a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stator::storage {

using Position = std::uint64_t;

inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::size_t kFileHeaderBytes = 60;
inline constexpr std::size_t kFrameHeaderBytes = 12;

enum class FileKind : std::uint32_t { kLog = 1, kSnapshot = 2 };

struct DirectoryId {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend bool operator==(const DirectoryId&, const DirectoryId&) = default;
};

struct FileHeader {
  FileKind kind = FileKind::kLog;
  DirectoryId directory;
  std::uint64_t generation = 0;
  Position position = 0;  // of the first frame; of a snapshot, of what comes after it
};

std::string encode_header(const FileHeader& header);

// Why bytes are no header that this program can read, in the words of an error message.
struct HeaderFault {
  std::string reason;
};
std::optional<HeaderFault> check_header(std::string_view bytes, FileKind kind);
// Whether a file was being made when its server ended: it holds the beginning of a header.
bool is_begun(std::string_view bytes);
// REQUIRES: check_header found no fault.
FileHeader decode_header(std::string_view bytes);

// Appends the frame of a record to bytes that begin at `position` minus what they hold.
void append_frame(std::string& out, std::string_view record, std::uint32_t record_crc,
                  Position position);

// Reads frames from memory, one after the other.
class FrameReader {
 public:
  // `bytes` are those of a file behind its header; they must outlive the reader and its records.
  FrameReader(std::string_view bytes, Position first) : bytes_(bytes), first_(first) {}

  // The next record, or nothing: at the end, or where something is that is no whole frame.
  std::optional<std::string_view> next();

  // Where the reader is: the position after the last record, and the same as an offset in `bytes`.
  Position position() const { return first_ + at_; }
  std::size_t offset() const { return at_; }
  bool is_at_end() const { return at_ == bytes_.size(); }

  // Whether a whole frame begins anywhere behind the place where `next` stopped, whose record
  // `wanted` is true for.
  template <class Wanted>
  bool finds_later(Wanted wanted) const {
    for (std::size_t at = at_ + 1; at < bytes_.size(); ++at) {
      const auto record = record_at(at);
      if (record && wanted(*record)) return true;
    }
    return false;
  }

 private:
  std::optional<std::string_view> record_at(std::size_t at) const;

  const std::string_view bytes_;
  const Position first_;
  std::size_t at_ = 0;
};

}  // namespace stator::storage

#include "storage/journal/frame.h"

#include <bit>
#include <cstring>

#include "storage/journal/crc32c.h"

namespace stator::storage {
namespace {

static_assert(std::endian::native == std::endian::little, "files have the least byte first");

// The first byte is no text, the last two show what a transfer as text does to them.
constexpr std::string_view kMagic = "\x89STATOR\r\n";
constexpr std::size_t kMagicBytes = 12;  // padded with zeros
constexpr std::size_t kVersionAt = kMagicBytes;
constexpr std::size_t kKindAt = 16;
constexpr std::size_t kDirectoryAt = 20;
constexpr std::size_t kGenerationAt = 36;
constexpr std::size_t kPositionAt = 44;
constexpr std::size_t kPaddingAt = 52;
constexpr std::size_t kChecksumAt = 56;
static_assert(kChecksumAt + sizeof(std::uint32_t) == kFileHeaderBytes &&
              kPaddingAt + sizeof(std::uint32_t) == kChecksumAt);

template <class T>
void put(std::string& bytes, std::size_t at, const T& value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

template <class T>
T get(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::uint32_t frame_crc(std::string_view first_bytes, Position position) {
  const std::string_view place(reinterpret_cast<const char*>(&position), sizeof position);
  return crc32c(place, crc32c(first_bytes));
}

constexpr std::size_t kRecordCrcAt = 4;
constexpr std::size_t kFrameCrcAt = 8;

}  // namespace

std::string encode_header(const FileHeader& header) {
  std::string bytes(kFileHeaderBytes, '\0');
  std::memcpy(bytes.data(), kMagic.data(), kMagic.size());
  put(bytes, kVersionAt, kFormatVersion);
  put(bytes, kKindAt, header.kind);
  put(bytes, kDirectoryAt, header.directory);
  put(bytes, kGenerationAt, header.generation);
  put(bytes, kPositionAt, header.position);
  put(bytes, kChecksumAt, crc32c(std::string_view(bytes).substr(0, kChecksumAt)));
  return bytes;
}

std::optional<HeaderFault> check_header(std::string_view bytes, FileKind kind) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    return HeaderFault{"at offset 0: it is not a file of Stator's"};
  }
  if (bytes.size() < kFileHeaderBytes) return HeaderFault{"at offset 0: its header is cut off"};
  if (get<std::uint32_t>(bytes, kVersionAt) != kFormatVersion) {
    return HeaderFault{"at offset 12: it is of format version " +
                       std::to_string(get<std::uint32_t>(bytes, kVersionAt)) +
                       ", and this program knows version " + std::to_string(kFormatVersion)};
  }
  const bool is_whole = get<std::uint32_t>(bytes, kChecksumAt) ==
                        crc32c(bytes.substr(0, kChecksumAt));
  if (!is_whole || get<FileKind>(bytes, kKindAt) != kind) {
    return HeaderFault{"at offset 0: its header is damaged"};
  }
  return std::nullopt;
}

bool is_begun(std::string_view bytes) {
  return bytes.size() < kFileHeaderBytes &&
         bytes.substr(0, kMagic.size()) == kMagic.substr(0, bytes.size());
}

FileHeader decode_header(std::string_view bytes) {
  return {get<FileKind>(bytes, kKindAt), get<DirectoryId>(bytes, kDirectoryAt),
          get<std::uint64_t>(bytes, kGenerationAt), get<Position>(bytes, kPositionAt)};
}

void append_frame(std::string& out, std::string_view record, std::uint32_t record_crc,
                  Position position) {
  char header[kFrameHeaderBytes];
  const auto length = static_cast<std::uint32_t>(record.size());
  std::memcpy(header, &length, sizeof length);
  std::memcpy(header + kRecordCrcAt, &record_crc, sizeof record_crc);
  const std::uint32_t crc = frame_crc({header, kFrameCrcAt}, position);
  std::memcpy(header + kFrameCrcAt, &crc, sizeof crc);
  out.append(header, sizeof header);
  out.append(record);
}

std::optional<std::string_view> FrameReader::record_at(std::size_t at) const {
  if (bytes_.size() - at < kFrameHeaderBytes) return std::nullopt;
  const std::string_view header = bytes_.substr(at, kFrameHeaderBytes);
  if (get<std::uint32_t>(header, kFrameCrcAt) !=
      frame_crc(header.substr(0, kFrameCrcAt), first_ + at)) {
    return std::nullopt;
  }
  const auto length = get<std::uint32_t>(header, 0);
  if (length > bytes_.size() - at - kFrameHeaderBytes) return std::nullopt;
  const std::string_view record = bytes_.substr(at + kFrameHeaderBytes, length);
  if (crc32c(record) != get<std::uint32_t>(header, kRecordCrcAt)) return std::nullopt;
  return record;
}

std::optional<std::string_view> FrameReader::next() {
  const auto record = record_at(at_);
  if (record) at_ += kFrameHeaderBytes + record->size();
  return record;
}

}  // namespace stator::storage

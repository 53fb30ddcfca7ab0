#include "storage/journal/frame.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "storage/journal/crc32c.h"

namespace stator::storage {
namespace {

constexpr Position kFirst = 1000;
const std::vector<std::string> kRecords = {"one", "", std::string(500, 'x'), "four"};

std::string frames() {
  std::string bytes;
  for (const std::string& record : kRecords) {
    append_frame(bytes, record, crc32c(record), kFirst + bytes.size());
  }
  return bytes;
}

std::size_t count_records(FrameReader& reader) {
  std::size_t count = 0;
  while (const auto record = reader.next()) EXPECT_EQ(*record, kRecords[count++]);
  return count;
}

TEST(Frame, RecordsComeBackInOrder) {
  const std::string bytes = frames();
  FrameReader reader(bytes, kFirst);
  EXPECT_EQ(count_records(reader), kRecords.size());
  EXPECT_TRUE(reader.is_at_end());
  EXPECT_EQ(reader.position(), kFirst + bytes.size());
}

TEST(Frame, WhatIsCutAnywhereEndsWithTheLastWholeRecord) {
  const std::string bytes = frames();
  std::size_t whole_bytes = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    FrameReader reader(std::string_view(bytes).substr(0, size), kFirst);
    count_records(reader);
    EXPECT_LE(reader.offset(), size);
    EXPECT_GE(reader.offset(), whole_bytes);
    whole_bytes = reader.offset();
    EXPECT_EQ(reader.is_at_end(), reader.offset() == size);
  }
}

TEST(Frame, EveryFlippedBitIsFound) {
  const std::string bytes = frames();
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    FrameReader reader(flipped, kFirst);
    EXPECT_LT(count_records(reader), kRecords.size()) << bit;
    EXPECT_FALSE(reader.is_at_end());
    EXPECT_LE(reader.offset(), bit / 8);
  }
}

TEST(Frame, BytesOfAnotherPlaceAreNoFrame) {
  const std::string bytes = frames();
  FrameReader reader(bytes, kFirst + 1);
  EXPECT_FALSE(reader.next());
}

TEST(Frame, LaterFramesAreFoundBehindADamagedOne) {
  std::string bytes = frames();
  bytes[kFrameHeaderBytes + 1] ^= 1;
  FrameReader reader(bytes, kFirst);
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.finds_later([](std::string_view record) { return record == "four"; }));
  EXPECT_FALSE(reader.finds_later([](std::string_view record) { return record == "one"; }));
}

TEST(Frame, HeadersComeBack) {
  const FileHeader header{FileKind::kSnapshot, {7, 8}, 9, 10};
  const std::string bytes = encode_header(header);
  ASSERT_EQ(bytes.size(), kFileHeaderBytes);
  EXPECT_FALSE(check_header(bytes, FileKind::kSnapshot));
  const FileHeader back = decode_header(bytes);
  EXPECT_EQ(back.directory, header.directory);
  EXPECT_EQ(back.generation, 9U);
  EXPECT_EQ(back.position, 10U);
}

TEST(Frame, OtherHeadersAreRefusedWithAReason) {
  const std::string good = encode_header({FileKind::kLog, {7, 8}, 9, 10});
  const auto reason = [](const std::string& bytes) {
    const auto fault = check_header(bytes, FileKind::kLog);
    return fault ? fault->reason : "";
  };
  EXPECT_EQ(reason("SQLite format 3"), "at offset 0: it is not a file of Stator's");
  EXPECT_EQ(reason(""), "at offset 0: it is not a file of Stator's");
  EXPECT_EQ(reason(good.substr(0, 30)), "at offset 0: its header is cut off");
  EXPECT_EQ(reason(encode_header({FileKind::kSnapshot, {7, 8}, 9, 10})),
            "at offset 0: its header is damaged");
  std::string other = good;
  other[12] = 2;
  EXPECT_EQ(reason(other),
            "at offset 12: it is of format version 2, and this program knows version 1");
  other = good;
  other[40] ^= 1;
  EXPECT_EQ(reason(other), "at offset 0: its header is damaged");
}

}  // namespace
}  // namespace stator::storage

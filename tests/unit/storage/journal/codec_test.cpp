#include "storage/journal/codec.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "storage/journal/crc32c.h"

namespace stator::storage {

enum class Colour { kRed, kBlue };
struct Sample {
  bool flag = false;
  std::int64_t signed_number = 0;
  std::uint32_t number = 0;
  double real = 0;
  std::string text;
  Colour colour = Colour::kRed;
  std::optional<std::string> perhaps;
  std::vector<std::string> list;
  std::map<std::string, int> by_name;
  std::chrono::sys_time<std::chrono::milliseconds> time{};
  friend bool operator==(const Sample&, const Sample&) = default;
};
STATOR_MEMBERS(Sample, flag, signed_number, number, real, text, colour, perhaps, list, by_name,
               time);

// The struct as an older program knew it.
struct OldSample {
  bool flag = false;
  std::int64_t signed_number = 0;
};
STATOR_MEMBERS(OldSample, flag, signed_number);

namespace {

template <class T>
T through(const auto& value) {
  std::string bytes;
  encode(bytes, value);
  Decoder in(bytes);
  T back = decode<T>(in);
  EXPECT_TRUE(in.empty());
  return back;
}

TEST(Codec, EveryKindOfMemberComesBack) {
  Sample sample{true, -7, 300, 0.25, "text", Colour::kBlue, "", {"a", ""}, {{"x", -1}, {"y", 2}},
                {}};
  sample.time += std::chrono::milliseconds(-5);
  EXPECT_EQ(through<Sample>(sample), sample);
  EXPECT_EQ(through<Sample>(Sample{}), Sample{});
}

TEST(Codec, LimitsOfNumbersComeBack) {
  for (const std::int64_t each : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                  std::int64_t{0}, std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_EQ(through<std::int64_t>(each), each);
  }
  const auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(through<std::uint64_t>(most), most);
}

TEST(Codec, MembersThatAnOlderProgramDidNotKnowStayAsTheyAreMade) {
  const Sample back = through<Sample>(OldSample{true, 5});
  EXPECT_EQ(back, (Sample{true, 5, 0, 0, "", Colour::kRed, {}, {}, {}, {}}));
}

TEST(Codec, MembersThatThisProgramDoesNotKnowAreRefused) {
  std::string bytes;
  encode(bytes, Sample{});
  Decoder in(bytes);
  EXPECT_THROW(decode<OldSample>(in), FormatFault);
}

TEST(Codec, CountsThatCannotBeAreRefusedBeforeMemoryIsTaken) {
  std::string bytes;
  encode_number(bytes, std::numeric_limits<std::uint64_t>::max());
  Decoder list(bytes);
  EXPECT_THROW(decode<std::vector<std::string>>(list), FormatFault);
  Decoder text(bytes);
  EXPECT_THROW(decode<std::string>(text), FormatFault);
}

// RFC 3720, B.4.
TEST(Crc32c, ExamplesOfTheStandard) {
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(crc32c(std::string(32, '\xFF')), 0x62A8AB43U);
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(crc32c("456789", crc32c("123")), 0xE3069283U);
}

}  // namespace
}  // namespace stator::storage

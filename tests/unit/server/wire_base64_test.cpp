#include "server/wire/base64.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/server/wire_helpers.h"

namespace stator::wire {
namespace {

using namespace std::string_literals;

struct Case {
  std::string bytes;
  std::string text;
};

// The test vectors of RFC 4648, section 10, and bytes that need the whole alphabet.
const std::vector<Case> kCases = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
    {"\0"s, "AA=="},
    {"\xFB\xEF\xBE\xFF\xFF\xFF", "++++////"},
};

TEST(Base64, EncodesAndDecodes) {
  for (const Case& c : kCases) {
    EXPECT_EQ(encode_base64(c.bytes), c.text);
    EXPECT_EQ(decode_base64(c.text), c.bytes);
  }
}

TEST(Base64, AppendsToWhatIsThere) {
  std::string out = "x";
  append_base64(out, "fo");
  append_base64(out, "foo");
  EXPECT_EQ(out, "xZm8=Zm9v");
}

TEST(Base64, RoundTripsRandomBytes) {
  std::mt19937 random(7);
  for (std::size_t size = 0; size < 200; ++size) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    EXPECT_EQ(decode_base64(encode_base64(bytes)), bytes);
  }
}

TEST(Base64, NamesBadLengths) {
  for (const std::size_t size : {1U, 2U, 3U, 5U, 7U, 1001U}) {
    EXPECT_EQ(testing::fault_of([&] { decode_base64(std::string(size, 'A')); }),
              "SerializationException: Base64 encoded length is expected a multiple of 4 bytes but "
              "found: " +
                  std::to_string(size));
  }
}

TEST(Base64, RefusesBadCharacters) {
  const std::vector<std::string> texts = {
      "AA*A", "A===",   "====", "=AAA", "AA=A", "AA==AAAA", "AAA\x80", "AA-_", "AA A", "AAA\n",
      "AB==",  // bits beyond the last byte
      "AAB=", "A\0AA"s,
  };
  for (const std::string& text : texts) {
    EXPECT_EQ(testing::fault_of([&] { decode_base64(text); }),
              "SerializationException: Invalid last non-pad Base64 character dectected")
        << text;
  }
}

}  // namespace
}  // namespace stator::wire

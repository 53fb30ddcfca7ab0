#include "server/wire/appender.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "server/wire/json.h"

namespace stator::wire {
namespace {

std::string escaped(std::string_view text) {
  std::string out = "before ";
  {
    Appender appender(out);
    appender.put_escaped(text);
  }
  return out.substr(7);
}

std::string unescaped(std::string_view json_text) {
  std::string json = "\"" + std::string(json_text) + "\"";
  const JsonDocument document(json);
  return document.root() == nullptr ? "not JSON" : std::string(text_of(*document.root()));
}

TEST(Appender, PutsPiecesOneAfterTheOther) {
  std::string out = "before ";
  {
    Appender appender(out);
    appender.put('a');
    appender.put("literal");
    appender.put(std::string_view("view"));
    appender.put(std::string_view());
    appender.put(Number(-120));
  }
  EXPECT_EQ(out, "before aliteralview-120");
  { Appender nothing(out); }
  EXPECT_EQ(out, "before aliteralview-120");
}

TEST(Appender, MakesRoomForAnything) {
  std::string expected;
  std::string out;
  {
    Appender appender(out);
    for (int i = 0; i < 2000; ++i) {
      const std::string piece(static_cast<std::size_t>(i), static_cast<char>('a' + i % 26));
      appender.put(std::string_view(piece));
      appender.put_escaped("\x01");
      appender.put(',');
      expected += piece + "\\u0001,";
    }
  }
  EXPECT_EQ(out, expected);
}

// Words of eight bytes are looked at together: every byte in every place of a word, and beside
// bytes that borrow from it.
TEST(Appender, EscapesEveryByteInEveryPlace) {
  for (int byte = 0; byte < 0x80; ++byte) {
    const std::string c(1, static_cast<char>(byte));
    const bool needs_escape = byte < 0x20 || byte == '"' || byte == '\\';
    for (std::size_t before = 0; before < 9; ++before) {
      for (std::size_t after = 0; after < 17; ++after) {
        const std::string text = std::string(before, ' ') + c + std::string(after, '!');
        const std::string json = escaped(text);
        ASSERT_EQ(unescaped(json), text) << byte;
        ASSERT_EQ(json == text, !needs_escape) << byte;
      }
    }
  }
}

TEST(Appender, EscapesManyBytes) {
  EXPECT_EQ(escaped(std::string(100, '\x1F')).size(), 600u);
  EXPECT_EQ(unescaped(escaped(std::string(100, '\x1F'))), std::string(100, '\x1F'));
  const std::string mixed = "\"a\" \\ \n\t\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 \x01 and \"quoted\"";
  EXPECT_EQ(unescaped(escaped(mixed)), mixed);
  const std::string clean = "\xC3\xBF\xE2\x82\xAC\xF0\x9F\x98\x80\x7F";
  EXPECT_EQ(escaped(clean), clean);
}

}  // namespace
}  // namespace stator::wire

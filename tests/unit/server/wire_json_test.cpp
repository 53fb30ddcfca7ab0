#include "server/wire/json.h"

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/server/wire_helpers.h"

namespace stator::wire {
namespace {

using namespace std::string_literals;
using testing::repeat;

bool is_json(std::string text) { return JsonDocument(text).root() != nullptr; }

TEST(JsonDocument, ReadsEveryKindOfValue) {
  std::string body = R"({"a":"x\n\u00e9\ud83d\ude00","b":[1,-2.5,true,false,null],"c":{}})";
  const JsonDocument document(body);
  ASSERT_NE(document.root(), nullptr);
  const Json& root = *document.root();
  EXPECT_EQ(text_of(root["a"]), "x\n\xC3\xA9\xF0\x9F\x98\x80");
  ASSERT_EQ(root["b"].Size(), 5U);
  EXPECT_EQ(root["b"][0].GetInt(), 1);
  EXPECT_DOUBLE_EQ(root["b"][1].GetDouble(), -2.5);
  EXPECT_TRUE(root["b"][4].IsNull());
  EXPECT_TRUE(root["c"].ObjectEmpty());
}

TEST(JsonDocument, ReadsStringsWithEscapedNul) {
  std::string body = R"({"a":"x\u0000y"})";
  const JsonDocument document(body);
  ASSERT_NE(document.root(), nullptr);
  EXPECT_EQ(text_of((*document.root())["a"]), "x\0y"s);
}

TEST(JsonDocument, RefusesWhatIsNotJson) {
  const std::vector<std::string> bodies = {
      "",    " ",       "{",         "}",         "[1,]",     "{\"a\":1,}", "{a:1}",    "'a'",
      "nul", "{} {}",   "{}x",       "[1 2]",     "\"\x01\"", "{}\0x"s,     "\0"s,      "+1",
      "01",  "\"\\x\"", "\"\\u12\"", "{\"a\" 1}", "NaN",      "Infinity",   "// c\n{}", "1e400",
  };
  for (const std::string& body : bodies) EXPECT_FALSE(is_json(body)) << body;
}

TEST(JsonDocument, RefusesInvalidUtf8) {
  const std::vector<std::string> texts = {
      "\x80",
      "\xC3",
      "\xC3(",
      "\xC0\xAF",
      "\xE0\x80\xAF",
      "\xED\xA0\x80",
      "\xFF",
      "\xF5\x80\x80\x80",
      "\xF4\x90\x80\x80",
      "\xF0\x80\x80\xAF",
      "\xE2\x82",
  };
  for (const std::string& text : texts) {
    EXPECT_FALSE(is_json("{\"a\":\"" + text + "\"}")) << ::testing::PrintToString(text);
    EXPECT_FALSE(is_json("{\"" + text + "\":1}")) << ::testing::PrintToString(text);
  }
}

std::string utf8(unsigned point) {
  const auto tail = [](unsigned bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
  std::string text;
  if (point < 0x80) {
    text = {static_cast<char>(point)};
  } else if (point < 0x800) {
    text = {static_cast<char>(0xC0 | point >> 6), tail(point)};
  } else if (point < 0x10000) {
    text = {static_cast<char>(0xE0 | point >> 12), tail(point >> 6), tail(point)};
  } else {
    text = {static_cast<char>(0xF0 | point >> 18), tail(point >> 12), tail(point >> 6),
            tail(point)};
  }
  return text;
}

TEST(JsonDocument, TakesEveryCodePointButSurrogates) {
  for (unsigned page = 0; page < 0x1100; ++page) {
    std::string text;
    for (unsigned point = page * 0x100; point < (page + 1) * 0x100; ++point) {
      if (point >= 0x20 && point != '"' && point != '\\') text += utf8(point);
    }
    EXPECT_EQ(is_json("\"" + text + "\""), page < 0xD8 || page > 0xDF) << page;
  }
  EXPECT_FALSE(is_json("\"" + utf8(0x110000) + "\""));
}

// Strings are leapt over in words of eight bytes: what stops the leap must do so at every place.
TEST(JsonDocument, FindsTheEndOfStringsOfEveryLength) {
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t at = 0; at <= size; ++at) {
      std::string text(size, 'x');
      std::string body =
          "[\"" + text + "\",\"" + text.substr(0, at) + "\\n" + text.substr(at) + "\"]";
      const JsonDocument document(body);
      ASSERT_NE(document.root(), nullptr);
      EXPECT_EQ(text_of((*document.root())[0]), text);
      EXPECT_EQ(text_of((*document.root())[1]), text.substr(0, at) + "\n" + text.substr(at));
      for (const char control : {'\0', '\x1F', '\n'}) {
        EXPECT_FALSE(is_json("\"" + text.substr(0, at) + control + text.substr(at) + "\""));
      }
      EXPECT_TRUE(is_json("\"" + text.substr(0, at) + '\x7F' + text.substr(at) + "\""));
    }
  }
}

struct Escape {
  std::string text;
  bool is_valid;
};

TEST(JsonDocument, RefusesLoneSurrogateEscapes) {
  const std::vector<Escape> escapes = {
      {R"(\ud83d\ude00)", true},  {R"(\uD83D\uDE00)", true},
      {R"(\ud83d)", false},       {R"(\ude00)", false},
      {R"(\uDE00x)", false},      {R"(\ud83dx)", false},
      {R"(\ud83d\ud83d)", false}, {R"(\\ude00)", true},
      {R"(\\\ude00)", false},     {R"(\ud83d\ude00\ude00)", false},
      {R"(\ud7ff\ue000)", true},  {R"(\n\ude00)", false},
  };
  for (const Escape& escape : escapes) {
    EXPECT_EQ(is_json("{\"a\":\"" + escape.text + "\"}"), escape.is_valid) << escape.text;
  }
}

TEST(JsonDocument, SurvivesAMegabyteOfOpenBrackets) {
  EXPECT_FALSE(is_json(std::string(1 << 20, '[')));
  EXPECT_FALSE(is_json(repeat("{\"a\":", 200'000)));
  EXPECT_FALSE(is_json(std::string(1 << 20, '"')));
  EXPECT_FALSE(is_json(std::string(1 << 20, ' ')));
}

TEST(JsonDocument, BoundsLevels) {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  EXPECT_TRUE(is_json(nested(kJsonLevelsMax)));
  EXPECT_FALSE(is_json(nested(kJsonLevelsMax + 1)));
  // Levels count what is open, not what was.
  EXPECT_TRUE(is_json("[" + repeat("[[]],", 10'000) + "[]]"));
}

TEST(JsonDocument, RefusesEveryTruncation) {
  const std::string body =
      R"({"TableName":"t\u00e9\ud83d\ude00","Key":{"pk":{"S":"é"},"sk":{"N":"-1.5e3"}},)"
      R"("A":[true,false,null,-12,3.5e-7]})";
  ASSERT_TRUE(is_json(body));
  for (std::size_t size = 0; size < body.size(); ++size) {
    EXPECT_FALSE(is_json(body.substr(0, size))) << body.substr(0, size);
  }
}

TEST(JsonDocument, CanBeMadeAgainAndWithinAnother) {
  std::string large = "[" + repeat("\"0123456789\",", 100'000) + "1]";
  std::string small = R"({"a":"b"})";
  const JsonDocument outer(large);
  {
    const JsonDocument inner(small);
    ASSERT_NE(inner.root(), nullptr);
    EXPECT_EQ(text_of((*inner.root())["a"]), "b");
  }
  ASSERT_NE(outer.root(), nullptr);
  EXPECT_EQ(outer.root()->Size(), 100'001U);
  EXPECT_EQ(text_of((*outer.root())[99'999]), "0123456789");
}

TEST(JsonDocument, IsSafeInSeveralThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([i] {
      for (int round = 0; round < 200; ++round) {
        std::string body = "{\"n\":" + std::to_string(i * 1000 + round) + "}";
        const JsonDocument document(body);
        ASSERT_NE(document.root(), nullptr);
        EXPECT_EQ((*document.root())["n"].GetInt(), i * 1000 + round);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace stator::wire

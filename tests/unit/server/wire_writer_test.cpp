#include "server/wire/json_writer.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "server/wire/json.h"

namespace stator::wire {
namespace {

using namespace std::string_literals;

Timestamp at(std::int64_t milliseconds) {
  return Timestamp(std::chrono::milliseconds(milliseconds));
}

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.member("a", "x").member("b", std::int64_t{-5}).member("c", true);
  json.key("d").begin_array().end_array();
  json.key("e").begin_object().end_object();
  json.key("f").begin_array();
  json.integer(1).string("s").boolean(false).begin_object().member("g", "h").end_object();
  json.begin_array().integer(2).end_array().raw("null");
  json.end_array();
  json.escaped_key("q\"").half_units(3);
  json.key("v").value() += "7";
  json.member("z", std::string_view("end"));
  json.end_object();
  EXPECT_EQ(out, R"({"a":"x","b":-5,"c":true,"d":[],"e":{},"f":[1,"s",false,{"g":"h"},[2],null],)"
                 R"("q\"":1.5,"v":7,"z":"end"})");
}

TEST(JsonWriter, AppendsToWhatIsThere) {
  std::string out = "before ";
  JsonWriter(out).begin_array().integer(std::numeric_limits<std::int64_t>::min()).end_array();
  EXPECT_EQ(out, "before [-9223372036854775808]");
}

TEST(JsonWriter, EscapesEveryByteSoThatItReadsBack) {
  std::string all;
  for (int byte = 0; byte < 0x80; ++byte) all += static_cast<char>(byte);
  all += "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
  std::string out;
  JsonWriter(out).string(all);
  EXPECT_NE(out.find(R"(\u0000\u0001)"), std::string::npos);
  EXPECT_NE(out.find(R"(\b\t\n\u000b\f\r\u000e)"), std::string::npos);
  EXPECT_NE(out.find("\xF0\x9F\x98\x80"), std::string::npos);
  const JsonDocument document(out);
  ASSERT_NE(document.root(), nullptr);
  EXPECT_EQ(text_of(*document.root()), all);
}

TEST(JsonWriter, WritesCapacityAsDoubles) {
  const std::vector<std::pair<std::int64_t, std::string>> cases = {
      {0, "0.0"}, {1, "0.5"}, {2, "1.0"}, {3, "1.5"}, {80'000, "40000.0"}, {25, "12.5"}};
  for (const auto& [halves, text] : cases) {
    std::string out;
    JsonWriter(out).half_units(halves);
    EXPECT_EQ(out, text);
  }
}

TEST(JsonWriter, WritesDoublesShortlyAndSoThatTheyReadBack) {
  const std::vector<std::pair<double, std::string>> cases = {
      {0, "0.0"}, {70, "70.0"}, {-0.1, "-0.1"}, {1e300, "1e+300"}, {1.0 / 3, "0.3333333333333333"}};
  for (const auto& [value, text] : cases) {
    std::string out;
    JsonWriter(out).number(value);
    EXPECT_EQ(out, text);
    const JsonDocument document(out);
    ASSERT_NE(document.root(), nullptr);
    EXPECT_DOUBLE_EQ(document.root()->GetDouble(), value);
  }
}

// As Java prints the doubles: the service answers CreationDateTime so.
TEST(JsonWriter, WritesTimestampsAsTheServiceDoes) {
  const std::vector<std::pair<std::int64_t, std::string>> cases = {
      {1'760'000'000'123, "1.760000000123E9"},
      {1'760'000'000'000, "1.76E9"},
      {1'421'866'952'062, "1.421866952062E9"},
      {1'000'000'000'000, "1.0E9"},
      {10'000'000'000, "1.0E7"},
      {9'999'999'999, "9999999.999"},
      {1'500, "1.5"},
      {1'050, "1.05"},
      {7, "0.007"},
      {0, "0.0"},
      {-1'500, "-1.5"},
  };
  for (const auto& [milliseconds, text] : cases) {
    std::string out;
    JsonWriter(out).timestamp(at(milliseconds));
    EXPECT_EQ(out, text);
    const JsonDocument document(out);
    ASSERT_NE(document.root(), nullptr);
    EXPECT_DOUBLE_EQ(document.root()->GetDouble(), static_cast<double>(milliseconds) / 1000.0);
  }
}

}  // namespace
}  // namespace stator::wire

#include "server/wire/patterns.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace stator::wire {
namespace {

using namespace std::string_literals;

struct Case {
  const Pattern& pattern;
  std::vector<std::string> good;
  std::vector<std::string> bad;
};

TEST(Patterns, MatchWhatTheirTextsSay) {
  const std::vector<Case> cases = {
      {kPrintablePattern, {"a", " a~b "}, {"", "a\n", "\x7F", "\xC3\xA9"}},
      {kTextPattern, {"", "a\r\n\tb", "\xC3\xA9"}, {"\x01", "a\0b"s}},
      {kClientTokenPattern, {"a", "a b"}, {"", "$", "a$b"}},
      {kS3BucketPattern, {"ab", "a.b-c_d9", "A1"}, {"", "a", ".ab", "ab-", "a b", "a/b"}},
      {kS3BucketOwnerPattern,
       {"012345678901"},
       {"", "01234567890", "0123456789012", "01234567890a"}},
      {kHexadecimalTokenPattern,
       {"0123456789abcdef", "0123456789abcdef0123456789abcdef"},
       {"", "0123456789abcde", "0123456789ABCDEF", "0123456789abcdef0"}},
  };
  for (const auto& [pattern, good, bad] : cases) {
    for (const std::string& text : good) EXPECT_TRUE(pattern.matches(text)) << pattern.text << text;
    for (const std::string& text : bad) EXPECT_FALSE(pattern.matches(text)) << pattern.text << text;
  }
}

}  // namespace
}  // namespace stator::wire

#include "model/text.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace stator {
namespace {

std::vector<std::string> samples() {
  std::vector<std::string> all;
  constexpr std::array<std::size_t, 8> kSizes = {0, 1, 18, 19, 20, 21, 100, 70'000};
  for (const std::size_t size : kSizes) {
    all.emplace_back(size, 'x');
    if (size > 0) all.push_back(std::string(size - 1, 'x') + '\0');
    if (size > 0) all.push_back(std::string(size - 1, 'x') + '\xFF');
  }
  return all;
}

TEST(Text, IsWhatItWasMadeFrom) {
  for (const std::string& bytes : samples()) {
    const Text text(bytes);
    EXPECT_EQ(text.view(), bytes);
    EXPECT_EQ(text.size(), bytes.size());
    EXPECT_EQ(text.empty(), bytes.empty());
    EXPECT_EQ(text.is_inline(), bytes.size() <= Text::kInlineBytesMax);
    EXPECT_EQ(Text::borrowed(bytes).view(), bytes);
  }
  EXPECT_TRUE(Text().empty());
  EXPECT_EQ(Text("literal"), "literal");
}

TEST(Text, BorrowsOnlyWhatDoesNotFit) {
  for (const std::string& bytes : samples()) {
    const Text text = Text::borrowed(bytes);
    EXPECT_EQ(text.data() == bytes.data(), bytes.size() > Text::kInlineBytesMax);
  }
}

TEST(Text, ACopyOwnsItsBytes) {
  for (const std::string& bytes : samples()) {
    Text copy;
    {
      std::string gone = bytes;
      const Text borrowed = Text::borrowed(gone);
      const Text copied = borrowed;
      copy = copied;
      std::fill(gone.begin(), gone.end(), '?');
      EXPECT_EQ(copied, bytes);
    }
    EXPECT_EQ(copy, bytes);
    const Text& same = copy;
    copy = same;
    EXPECT_EQ(copy, bytes);
  }
}

TEST(Text, AMoveLeavesNothing) {
  for (const std::string& bytes : samples()) {
    Text from(bytes);
    Text to("something that is too long to be inline");
    to = std::move(from);
    EXPECT_EQ(to, bytes);
    EXPECT_TRUE(from.empty());
    const Text last(std::move(to));
    EXPECT_EQ(last, bytes);
  }
}

TEST(Text, IsOrderedAsItsBytes) {
  const std::vector<std::string> all = samples();
  for (const std::string& a : all) {
    for (const std::string& b : all) {
      EXPECT_EQ(Text(a) == Text(b), a == b);
      EXPECT_EQ(Text(a) <=> Text(b), a <=> b);
      EXPECT_EQ(Text(a) < b, a < b);
      EXPECT_EQ(std::string_view(a) < Text(b), a < b);
      EXPECT_EQ(Text(a).starts_with(b), a.starts_with(b));
    }
  }
}

}  // namespace
}  // namespace stator

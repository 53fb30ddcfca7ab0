#include "storage/heavy_hitters.h"

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace stator::storage {
namespace {

TEST(HeavyHitters, CountExactlyWhileThereAreCountersForAll) {
  HeavyHitters hitters(3);
  for (const char* text : {"a", "b", "a", "c", "b", "a"}) hitters.add(text);
  const auto top = hitters.top(2);
  ASSERT_EQ(top.size(), 2U);
  EXPECT_EQ(top[0].text, "a");
  EXPECT_EQ(top[0].count, 3U);
  EXPECT_EQ(top[0].overcount_max, 0U);
  EXPECT_EQ(top[1].text, "b");
  EXPECT_EQ(top[1].count, 2U);
}

TEST(HeavyHitters, OfEqualCountsComeInTheOrderOfTheirTexts) {
  HeavyHitters hitters(10);
  for (const char* text : {"c", "a", "b"}) hitters.add(text);
  EXPECT_EQ(hitters.top(9).front().text, "a");
  EXPECT_EQ(hitters.top(9).back().text, "c");
}

TEST(HeavyHitters, ANewTextTakesOverTheSmallestCounter) {
  HeavyHitters hitters(2);
  for (const char* text : {"a", "a", "a", "b", "c"}) hitters.add(text);
  const auto top = hitters.top(9);
  ASSERT_EQ(top.size(), 2U);
  EXPECT_EQ(top[1].text, "c");
  EXPECT_EQ(top[1].count, 2U);
  EXPECT_EQ(top[1].overcount_max, 1U);
}

// The promise of the algorithm, against exact counts.
TEST(HeavyHitters, FindEveryTextThatIsFrequentAndBoundTheirErrors) {
  constexpr std::size_t kCounters = 50;
  constexpr int kRounds = 20'000;
  for (const unsigned seed : {1U, 2U, 3U}) {
    std::mt19937 random(seed);
    std::geometric_distribution<int> skewed(0.02);
    HeavyHitters hitters(kCounters);
    std::map<std::string, std::uint64_t> exact;
    for (int round = 0; round < kRounds; ++round) {
      const std::string text = std::to_string(skewed(random));
      hitters.add(text);
      ++exact[text];
    }
    std::map<std::string, HeavyHitters::Hitter> found;
    for (const auto& hitter : hitters.top(kCounters)) {
      found[hitter.text] = hitter;
      EXPECT_GE(hitter.count, exact[hitter.text]);
      EXPECT_LE(hitter.count - hitter.overcount_max, exact[hitter.text]);
    }
    EXPECT_EQ(found.size(), kCounters);
    for (const auto& [text, count] : exact) {
      if (count <= kRounds / kCounters) continue;
      EXPECT_TRUE(found.contains(text)) << text;
    }
  }
}

}  // namespace
}  // namespace stator::storage

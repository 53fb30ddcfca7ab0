#include "model/vector.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/model/build.h"

namespace stator {
namespace {

using build::list;
using build::n;
using build::number;
using build::s;

TEST(ToDouble, RoundsAsTheStandardLibraryDoes) {
  std::vector<std::string> texts = {"0",    "1",      "-0.5",  "0.1",      "1E22",
                                    "1E23", "9007199254740993",
                                    "1E-5", "1E-130", "9E125", "16777217"};
  std::mt19937_64 random(20261130);
  for (int round = 0; round < 5000; ++round) {
    std::string text = random() % 2 == 0 ? "-" : "";
    for (std::uint64_t digits = 1 + random() % 38; digits > 0; --digits) {
      text += static_cast<char>('0' + random() % 10);
    }
    texts.push_back(text + "E" + std::to_string(static_cast<int>(random() % 120) - 70));
  }
  for (const std::string& text : texts) {
    ASSERT_EQ(to_double(number(text)), std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(ToFloat, RefusesWhatIsTooLarge) {
  EXPECT_EQ(to_float(number("0.1")), 0.1F);
  EXPECT_EQ(to_float(number("3.4E38")), 3.4E38F);
  EXPECT_EQ(to_float(number("1E-100")), 0.0F);
  EXPECT_EQ(to_float(number("3.5E38")), std::nullopt);
  EXPECT_EQ(to_float(number("-1E39")), std::nullopt);
}

TEST(ReadVector, TakesExactlySoManyNumbers) {
  EXPECT_EQ(read_vector(list({n("1"), n("-2.5")}), 2), (Vector{1.0F, -2.5F}));
  EXPECT_EQ(read_vector(list({n("1")}), 2), std::nullopt);
  EXPECT_EQ(read_vector(list({n("1"), s("2")}), 2), std::nullopt);
  EXPECT_EQ(read_vector(list({n("1"), n("1E39")}), 2), std::nullopt);
  EXPECT_EQ(read_vector(n("1"), 1), std::nullopt);
}

TEST(Score, IsThatOfEachFunction) {
  const Vector a{3, 4};
  const Vector b{4, 3};
  EXPECT_DOUBLE_EQ(score(DistanceFunction::kDotProduct, a, b), 24);
  EXPECT_DOUBLE_EQ(score(DistanceFunction::kEuclidean, a, b), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(score(DistanceFunction::kCosine, a, b), 1 - 24.0 / 25);
}

TEST(Score, OfCosineIsBetweenZeroAndTwo) {
  const Vector a{0.1F, 0.2F, 0.3F};
  const Vector opposite{-0.1F, -0.2F, -0.3F};
  const Vector zero{0, 0, 0};
  EXPECT_EQ(score(DistanceFunction::kCosine, a, a), 0);
  EXPECT_EQ(score(DistanceFunction::kCosine, a, opposite), 2);
  EXPECT_EQ(score(DistanceFunction::kCosine, a, zero), 1);
}

TEST(IsNearer, IsMoreForProductsAndLessForDistances) {
  EXPECT_TRUE(is_nearer(DistanceFunction::kDotProduct, 2, 1));
  EXPECT_TRUE(is_nearer(DistanceFunction::kEuclidean, 1, 2));
  EXPECT_FALSE(is_nearer(DistanceFunction::kCosine, 1, 1));
}

}  // namespace
}  // namespace stator

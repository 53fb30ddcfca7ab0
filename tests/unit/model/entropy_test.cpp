#include "model/entropy.h"

#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace stator {
namespace {

// Gives the same number for ever.
class Constant final : public Entropy {
 public:
  explicit Constant(std::uint64_t value) : value_(value) {}
  std::uint64_t next() override { return value_; }

 private:
  std::uint64_t value_;
};

TEST(Uuid, HasTheVersionAndVariantOfARandomUuid) {
  Constant zeros(0);
  Constant ones(~std::uint64_t{0});
  Constant digits(0x0123'4567'89AB'CDEF);
  EXPECT_EQ(make_uuid(zeros), "00000000-0000-4000-8000-000000000000");
  EXPECT_EQ(make_uuid(ones), "ffffffff-ffff-4fff-bfff-ffffffffffff");
  EXPECT_EQ(make_uuid(digits), "01234567-89ab-4def-8048-d159e26af37b");
}

TEST(SystemEntropy, DoesNotRepeatItself) {
  SystemEntropy entropy;
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(make_uuid(entropy));
  EXPECT_EQ(seen.size(), 1000u);
}

TEST(SystemEntropy, ThreadsDrawDifferentNumbersAtOnce) {
  SystemEntropy entropy;
  std::vector<std::vector<std::uint64_t>> drawn(4);
  std::vector<std::thread> threads;
  for (std::vector<std::uint64_t>& numbers : drawn) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10'000; ++i) numbers.push_back(entropy.next());
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::uint64_t> seen;
  for (const std::vector<std::uint64_t>& numbers : drawn) {
    seen.insert(numbers.begin(), numbers.end());
  }
  EXPECT_EQ(seen.size(), 40'000u);
}

}  // namespace
}  // namespace stator

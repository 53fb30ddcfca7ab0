#include "model/memory_limit.h"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace stator {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;
constexpr std::size_t kTerabyte = std::size_t{1} << 40;

class MemoryLimitTest : public ::testing::Test {
 protected:
  ~MemoryLimitTest() override { limit_.set(0); }

  MemoryLimit& limit_ = MemoryLimit::of_process();
};

TEST_F(MemoryLimitTest, HasRoomForAnythingWithoutALimit) {
  limit_.set(0);
  EXPECT_TRUE(limit_.has_room(kTerabyte));
  EXPECT_NO_THROW(require_memory(kTerabyte));
}

TEST_F(MemoryLimitTest, HasNoRoomInAProcessThatHoldsMore) {
  limit_.set(1);
  EXPECT_FALSE(limit_.has_room(0));
  try {
    require_memory(0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kLimitExceeded);
  }
}

TEST_F(MemoryLimitTest, LooksAgainAtAProcessThatGrows) {
  limit_.set(300 * kMebibyte);
  std::vector<std::vector<char>> held;
  while (held.size() < 300 && limit_.has_room(kMebibyte)) held.emplace_back(kMebibyte, 'x');
  EXPECT_GT(held.size(), 0U);
  EXPECT_LT(held.size(), 300U);
}

// Sanitizers' allocators keep what was freed.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STATOR_KEEPS_FREED_MEMORY
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STATOR_KEEPS_FREED_MEMORY
#endif

#ifndef STATOR_KEEPS_FREED_MEMORY
TEST_F(MemoryLimitTest, FindsRoomAgainWhereMemoryWasFreed) {
  std::vector<std::vector<char>> held;
  while (held.size() < 4000) {
    held.emplace_back(std::size_t{64} * 1024, 'x');
  }
  limit_.set(200 * kMebibyte);
  EXPECT_FALSE(limit_.has_room(kMebibyte));
  held.clear();
  bool has_room = false;
  for (int attempt = 0; attempt < 1'000'000 && !has_room; ++attempt) {
    has_room = limit_.has_room(kMebibyte);  // gives memory back once a second at most
  }
  EXPECT_TRUE(has_room);
}
#endif

TEST_F(MemoryLimitTest, CountsWhatIsClaimedUntilItIsTakenBack) {
  limit_.set(kTerabyte);
  {
    MemoryClaim first;
    EXPECT_TRUE(first.grow_to(kTerabyte / 2));
    EXPECT_TRUE(first.grow_to(kTerabyte / 4));  // claims no less than before
    MemoryClaim second;
    EXPECT_FALSE(second.grow_to(kTerabyte / 2));
    first.clear();
    EXPECT_TRUE(second.grow_to(kTerabyte / 2));
  }
  EXPECT_TRUE(limit_.has_room(kTerabyte / 2));
}

}  // namespace
}  // namespace stator

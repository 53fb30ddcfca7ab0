#include "engine/idempotency.h"

#include <gtest/gtest.h>

#include <chrono>

namespace stator::engine {

namespace {

using std::chrono::minutes;

const Timestamp kStart{std::chrono::milliseconds(1'790'000'000'000)};

TEST(IdempotencyTokens, AFirstUseIsFreshAndASecondIsInProgress) {
  IdempotencyTokens tokens;
  EXPECT_TRUE(std::holds_alternative<IdempotencyTokens::Fresh>(tokens.claim("t", "a", kStart)));
  EXPECT_TRUE(
      std::holds_alternative<IdempotencyTokens::InProgress>(tokens.claim("t", "a", kStart)));
}

TEST(IdempotencyTokens, ACompletedRequestIsReplayedWithItsSizes) {
  IdempotencyTokens tokens;
  tokens.claim("t", "a", kStart);
  tokens.complete("t", {9011}, kStart);
  const auto claim = tokens.claim("t", "a", kStart + minutes(9));
  ASSERT_TRUE(std::holds_alternative<IdempotencyTokens::Replay>(claim));
  EXPECT_EQ(std::get<IdempotencyTokens::Replay>(claim).image_bytes,
            std::vector<std::size_t>{9011});
}

TEST(IdempotencyTokens, AnotherRequestWithTheSameTokenIsAMismatch) {
  IdempotencyTokens tokens;
  tokens.claim("t", "a", kStart);
  EXPECT_TRUE(std::holds_alternative<IdempotencyTokens::Mismatch>(tokens.claim("t", "b", kStart)));
  tokens.complete("t", {}, kStart);
  EXPECT_TRUE(std::holds_alternative<IdempotencyTokens::Mismatch>(tokens.claim("t", "b", kStart)));
}

TEST(IdempotencyTokens, AnAbandonedTokenCanBeUsedAgain) {
  IdempotencyTokens tokens;
  tokens.claim("t", "a", kStart);
  tokens.abandon("t");
  EXPECT_TRUE(std::holds_alternative<IdempotencyTokens::Fresh>(tokens.claim("t", "b", kStart)));
}

TEST(IdempotencyTokens, ATokenIsForgottenTenMinutesAfterItsCompletion) {
  IdempotencyTokens tokens;
  tokens.claim("t", "a", kStart);
  tokens.complete("t", {}, kStart + minutes(1));
  EXPECT_TRUE(std::holds_alternative<IdempotencyTokens::Replay>(
      tokens.claim("t", "a", kStart + minutes(10))));
  EXPECT_TRUE(std::holds_alternative<IdempotencyTokens::Fresh>(
      tokens.claim("t", "a", kStart + minutes(11))));
}

}  // namespace

}  // namespace stator::engine

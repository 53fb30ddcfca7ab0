// Client request tokens whose transactions still run: the wire suite has one call at a time.
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "api_client.h"
#include "model/error.h"
#include "server/operations/transact_commit.h"

namespace stator::server::testing {
namespace {

std::string fault_of_claim(CallContext& context, const std::optional<std::string>& token) {
  try {
    const TokenClaim claim(context, token, "digest");
    return "";
  } catch (const Error& error) {
    return std::string(spelling(error.code()).name) + ": " + error.message();
  }
}

TEST(TokenClaim, IsRefusedWhileAnotherIsHeld) {
  ManualClock clock;
  CountingEntropy entropy;
  engine::Engine engine(clock, entropy);
  CallContext context{engine, "TransactWriteItems", {}, {}};
  const std::optional<std::string> token = "token";
  {
    const TokenClaim first(context, token, "digest");
    EXPECT_EQ(fault_of_claim(context, token),
              "TransactionInProgressException: Transaction from previous request is still in "
              "progress");
    EXPECT_EQ(fault_of_claim(context, "another"), "");
    EXPECT_EQ(fault_of_claim(context, std::nullopt), "");
  }
  EXPECT_EQ(fault_of_claim(context, token), "");
}

}  // namespace
}  // namespace stator::server::testing

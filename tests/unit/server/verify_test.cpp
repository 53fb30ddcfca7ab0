// That verification finds answers that are no JSON and items that do not come back as they were.
#include "server/verify.h"

#include <gtest/gtest.h>

namespace stator::server {
namespace {

TEST(ReplyVerification, PassesSoundAnswers) {
  check_reply({200, "", {}});
  check_reply({200, R"({"Item":{"a":{"N":"1.5"},"b":{"L":[{"S":"x"}]}},"Count":1.0})", {}});
  check_reply({200, R"({"Responses":{"T":[{"a":{"SS":["x","y"]}},{"a":{"B":"YQ=="}}]}})", {}});
  check_reply({200, R"({"Tags":[{"Key":"Item","Value":"text"}]})", {}});
}

TEST(ReplyVerification, FindsUnsoundOnes) {
  EXPECT_DEATH(check_reply({200, "{", {}}), "not JSON");
  EXPECT_DEATH(check_reply({200, "[]", {}}), "not an object");
  EXPECT_DEATH(check_reply({200, R"({"Item":{"a":{"N":"1.50"}}})", {}}), "written again");
  EXPECT_DEATH(check_reply({200, R"({"Item":{"b":{"S":"x"},"a":{"S":"x"}}})", {}}),
               "written again");
  EXPECT_DEATH(check_reply({200, R"({"Items":[{"a":{"SS":[]}}]})", {}}), "cannot be stored");
}

}  // namespace
}  // namespace stator::server

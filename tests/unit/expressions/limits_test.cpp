// Expressions at the edges of what is allowed, and far beyond.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <thread>

#include "expressions/condition.h"
#include "expressions/parse.h"
#include "expressions/print.h"
#include "expressions/projection.h"
#include "expressions/update.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (; times > 0; --times) all += text;
  return all;
}

std::string condition_fault(const std::string& text) {
  return fault_of([&] { parse_condition(text, ExpressionKind::kCondition); });
}
std::string update_fault(const std::string& text) {
  return fault_of([&] { parse_update(text); });
}

constexpr std::string_view kRedundant =
    "Invalid ConditionExpression: The expression has redundant parentheses;";

std::string too_many_operators(std::string_view kind, std::size_t count) {
  return fmt::format("Invalid {}: The expression contains too many operators; operator count: {}",
                     kind, count);
}

TEST(ExpressionLimits, TextHasAtMost4096Bytes) {
  const auto text = [](std::size_t bytes) { return "a = :" + std::string(bytes - 5, 'v'); };
  EXPECT_EQ(condition_fault(text(4096)), "");
  EXPECT_EQ(condition_fault(text(4097)),
            "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size;");
  EXPECT_EQ(update_fault("SET " + text(4105)),
            "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;");
  EXPECT_EQ(fault_of([] { parse_projection(std::string(4097, 'a')); }),
            "Invalid ProjectionExpression: Expression size has exceeded the maximum allowed size;");
  EXPECT_EQ(fault_of([&] { parse_condition(text(4097), ExpressionKind::kScanFilter); }),
            "Invalid FilterExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 4097");
}

TEST(ExpressionLimits, TheLengthIsCheckedBeforeAnythingElse) {
  EXPECT_EQ(condition_fault(std::string(5000, '(')),
            "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size;");
}

TEST(ExpressionLimits, ConditionsHaveAtMost300Operators) {
  // n comparisons joined by n - 1 operators.
  const auto text = [](std::size_t comparisons) {
    return "a=b" + repeated(" OR a=b", comparisons - 1);
  };
  EXPECT_EQ(condition_fault("NOT " + text(150)), "");
  EXPECT_EQ(condition_fault(text(151)), too_many_operators("ConditionExpression", 301));
  EXPECT_EQ(condition_fault(text(200)), too_many_operators("ConditionExpression", 399));
}

TEST(ExpressionLimits, EveryOperatorCountsOnce) {
  const std::string filler = "a=b" + repeated(" OR a=b", 145);  // 291
  EXPECT_EQ(condition_fault(filler + " AND NOT a BETWEEN b AND c AND size(a) IN (b) OR "
                                     "contains(a, b) AND a < b"),
            too_many_operators("ConditionExpression", 291 + 10));
}

TEST(ExpressionLimits, UpdatesHaveAtMost300Operators) {
  const auto text = [](std::size_t sums) {
    std::string update = "SET ";
    for (std::size_t i = 0; i < sums; ++i) update += fmt::format("{}a{}=b+c", i == 0 ? "" : ",", i);
    return update;
  };
  EXPECT_EQ(update_fault(text(300)), "");
  EXPECT_EQ(update_fault(text(301)), too_many_operators("UpdateExpression", 301));
}

TEST(ExpressionLimits, InHasAtMost100Operands) {
  const auto text = [](std::size_t operands) {
    return "a IN (:v" + repeated(",:v", operands - 1) + ")";
  };
  EXPECT_EQ(condition_fault(text(100)), "");
  EXPECT_EQ(condition_fault(text(163)),
            "Invalid ConditionExpression: The IN operator is provided with too many operands; "
            "number of operands: 163");
}

TEST(ExpressionLimits, PathsHaveAtMost32Levels) {
  EXPECT_EQ(fault_of([] { parse_projection("a" + repeated(".b", 31)); }), "");
  EXPECT_EQ(fault_of([] { parse_projection("a" + repeated(".b", 31) + "[0]"); }),
            "Invalid ProjectionExpression: The document path has more than 32 levels; "
            "levels: 33");
  EXPECT_EQ(condition_fault("a" + repeated(".b", 2000) + "=:v"),
            "Invalid ConditionExpression: The document path has more than 32 levels; "
            "levels: 2001");
  EXPECT_EQ(update_fault("REMOVE a" + repeated("[0]", 32)),
            "Invalid UpdateExpression: The document path has more than 32 levels; "
            "levels: 33");
}

TEST(DeepNesting, OfParenthesesIsRefused) {
  EXPECT_EQ(condition_fault(repeated("(", 2000) + "a=:b" + repeated(")", 2000)), kRedundant);
  EXPECT_EQ(condition_fault(repeated("(", 4096)), kRedundant);
  EXPECT_EQ(condition_fault(repeated("(", 100)),
            "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"(\"");
  EXPECT_EQ(condition_fault("a = " + repeated("(", 2000) + ":b" + repeated(")", 2000)), kRedundant);
  EXPECT_EQ(update_fault("SET a = " + repeated("(", 2000) + ":b" + repeated(")", 2000)),
            "Invalid UpdateExpression: The expression has redundant parentheses;");
}

TEST(DeepNesting, OfOperatorsIsRefused) {
  EXPECT_EQ(condition_fault(repeated("NOT ", 1000) + "a=:b"),
            too_many_operators("ConditionExpression", 1001));
  EXPECT_EQ(condition_fault(repeated("size(", 680) + "a" + repeated(")", 680) + "=b"),
            too_many_operators("ConditionExpression", 681));
  EXPECT_EQ(condition_fault(repeated("NOT(", 700) + "a=:b" + repeated(")", 700)),
            too_many_operators("ConditionExpression", 701));
  EXPECT_EQ(condition_fault(repeated("(a=b OR", 450) + " a=b" + repeated(")", 450)),
            too_many_operators("ConditionExpression", 901));
  const std::string appends =
      repeated("list_append(", 301) + "a" + repeated(",a)", 301);
  EXPECT_EQ(fault_of([&] { parse_update_text("SET a = " + appends); }),
            too_many_operators("UpdateExpression", 301));
}

TEST(DeepNesting, WithinTheLimitsWorks) {
  const std::string negations = repeated("NOT (", 299) + "a = :v" + repeated(")", 299);
  const std::string groups =
      repeated("(a = :v AND ", 149) + "(a = :v)" + repeated(")", 149);
  for (const std::string& text : {negations, groups}) {
    Substitutions substitutions({}, values_of("{:v: 1}"));
    const Condition condition = Condition::bind(
        *parse_condition(text, ExpressionKind::kCondition), ExpressionKind::kCondition,
        substitutions);
    EXPECT_EQ(condition.matches(item_of("{a: 1}")), text == groups);
    EXPECT_FALSE(print(condition).text.empty());
  }
}

TEST(DeepNesting, FitsOnTheStackOfAThread) {
  std::thread([] {
    EXPECT_EQ(condition_fault(repeated("NOT (", 680) + "a = :v" + repeated(")", 680)),
              too_many_operators("ConditionExpression", 681));
  }).join();
}

TEST(ParseCache, GivesTheSameTreeForTheSameText) {
  const auto first = parse_condition("a = :cached", ExpressionKind::kCondition);
  EXPECT_EQ(first, parse_condition("a = :cached", ExpressionKind::kCondition));
  EXPECT_NE(first, parse_condition("a = :other", ExpressionKind::kCondition));
}

TEST(ParseCache, ForgetsWhatIsNotAskedForAndKeepsWhatIs) {
  const auto kept = parse_update("SET kept = :v");
  std::weak_ptr<const ParsedUpdate> forgotten = parse_update("SET forgotten = :v");
  for (int i = 0; i < 2000; ++i) {
    parse_update(fmt::format("SET a{} = :v", i));
    if (i % 100 == 0) {
      EXPECT_EQ(kept, parse_update("SET kept = :v"));
    }
  }
  EXPECT_TRUE(forgotten.expired());
}

TEST(ParseCache, IsBoundedByTheLengthOfTexts) {
  const auto text = [](int i) { return fmt::format("SET a{} = :{}", i, std::string(4000, 'v')); };
  std::weak_ptr<const ParsedUpdate> first = parse_update(text(0));
  for (int i = 1; i < 40; ++i) parse_update(text(i));
  EXPECT_TRUE(first.expired());
}

}  // namespace
}  // namespace stator::expressions

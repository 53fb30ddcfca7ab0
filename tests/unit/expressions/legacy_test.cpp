// The parameters that expressions replaced.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "expressions/legacy.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

using Op = LegacyOperator;

std::vector<AttributeValue> list_of(std::string_view text) {
  return *value_of(text).get_if<List>();
}

LegacyCondition condition(std::string_view attribute, Op op, std::string_view values) {
  return {std::string(attribute), op, list_of(values)};
}

struct MatchCase {
  std::string_view attribute;
  Op op;
  std::string_view values;
  bool expected;
};

TEST(LegacyCondition, SaysOfAnItemWhatTheServiceSays) {
  const AttributeMap item = item_of(
      "{s: 'abc', n: 10, b: b'abc', ss: <'a', 'b'>, ns: <1>, l: [1, 'x'], u: null, m: {k: 1}}");
  const MatchCase cases[] = {
      {"s", Op::kEq, "['abc']", true},
      {"s", Op::kEq, "['abd']", false},
      {"ss", Op::kEq, "[<'b', 'a'>]", true},
      {"l", Op::kEq, "[[1.0, 'x']]", true},
      {"u", Op::kEq, "[null]", true},
      {"m", Op::kEq, "[{k: 1}]", true},
      {"s", Op::kNe, "['abd']", true},
      {"s", Op::kNe, "[1]", true},
      {"n", Op::kLe, "[10]", true},
      {"n", Op::kLt, "[10]", false},
      {"n", Op::kGe, "[10.0]", true},
      {"n", Op::kGt, "[9]", true},
      {"n", Op::kGt, "['9']", false},
      {"u", Op::kNotNull, "[]", true},
      {"x", Op::kNotNull, "[]", false},
      {"u", Op::kNull, "[]", false},
      {"x", Op::kNull, "[]", true},
      {"s", Op::kContains, "['bc']", true},
      {"b", Op::kContains, "[b'bc']", true},
      {"ss", Op::kContains, "['b']", true},
      {"ns", Op::kContains, "[1.0]", true},
      {"l", Op::kContains, "['x']", true},
      {"ss", Op::kNotContains, "['b']", false},
      {"ss", Op::kNotContains, "['c']", true},
      {"s", Op::kBeginsWith, "['ab']", true},
      {"b", Op::kBeginsWith, "[b'ab']", true},
      {"n", Op::kIn, "[9, 10]", true},
      {"n", Op::kIn, "[9]", false},
      {"n", Op::kBetween, "[10, 11]", true},
      {"n", Op::kBetween, "[11, 12]", false},
      // Missing attributes: NE is true, all others false.
      {"x", Op::kEq, "[1]", false},
      {"x", Op::kNe, "[1]", true},
      {"x", Op::kLt, "[1]", false},
      {"x", Op::kContains, "['a']", false},
      {"x", Op::kNotContains, "['a']", false},
      {"x", Op::kBeginsWith, "['a']", false},
      {"x", Op::kIn, "[1]", false},
      {"x", Op::kBetween, "[1, 2]", false},
  };
  for (const MatchCase& each : cases) {
    SCOPED_TRACE(std::string(each.attribute) + " " +
                 std::string(legacy_operator_name(each.op)) + " " + std::string(each.values));
    const Condition bound = bind_legacy_conditions(
        {condition(each.attribute, each.op, each.values)}, ConditionalOperator::kAnd);
    EXPECT_EQ(bound.matches(item), each.expected);
  }
}

TEST(LegacyCondition, TakesAttributeNamesAsTheyAre) {
  const Condition bound = bind_legacy_conditions({condition("a.b[0]", Op::kEq, "[1]")},
                                                 ConditionalOperator::kAnd);
  EXPECT_TRUE(bound.matches(item_of("{'a.b[0]': 1}")));
}

TEST(LegacyCondition, JoinsBySpokenOperator) {
  const auto matches = [](ConditionalOperator op, std::string_view item) {
    return bind_legacy_conditions(
               {condition("a", Op::kEq, "[1]"), condition("b", Op::kEq, "[2]")}, op)
        .matches(item_of(item));
  };
  EXPECT_TRUE(matches(ConditionalOperator::kAnd, "{a: 1, b: 2}"));
  EXPECT_FALSE(matches(ConditionalOperator::kAnd, "{a: 1, b: 3}"));
  EXPECT_TRUE(matches(ConditionalOperator::kOr, "{a: 1, b: 3}"));
  EXPECT_FALSE(matches(ConditionalOperator::kOr, "{a: 0, b: 3}"));
}

struct FaultCase {
  std::string_view title;
  Op op;
  std::string_view values;
  std::string_view expected;  // "" when legal
};

constexpr std::string_view kPrefix = "One or more parameter values were invalid: ";

constexpr FaultCase kFaultCases[] = {
    {"EQ without a value", Op::kEq, "[]",
     "Invalid number of argument(s) for the EQ ComparisonOperator"},
    {"GT of two", Op::kGt, "[1, 2]", "Invalid number of argument(s) for the GT ComparisonOperator"},
    {"NULL of one", Op::kNull, "[1]",
     "Invalid number of argument(s) for the NULL ComparisonOperator"},
    {"NOT_NULL of one", Op::kNotNull, "[1]",
     "Invalid number of argument(s) for the NOT_NULL ComparisonOperator"},
    {"BETWEEN of one", Op::kBetween, "[1]",
     "Invalid number of argument(s) for the BETWEEN ComparisonOperator"},
    {"BETWEEN of three", Op::kBetween, "[1, 2, 3]",
     "Invalid number of argument(s) for the BETWEEN ComparisonOperator"},
    {"IN of none", Op::kIn, "[]", "Invalid number of argument(s) for the IN ComparisonOperator"},
    {"IN of many", Op::kIn, "[1, 2, 3, 4]", ""},
    {"mixed types", Op::kIn, "[1, 'a']",
     "AttributeValues inside AttributeValueList must be of same type"},
    {"mixed bounds", Op::kBetween, "[1, 'a']",
     "AttributeValues inside AttributeValueList must be of same type"},
    {"LT of a set", Op::kLt, "[<'a'>]",
     "ComparisonOperator LT is not valid for SS AttributeValue type"},
    {"LE of a boolean", Op::kLe, "[true]",
     "ComparisonOperator LE is not valid for BOOL AttributeValue type"},
    {"CONTAINS of a list", Op::kContains, "[[1]]",
     "ComparisonOperator CONTAINS is not valid for L AttributeValue type"},
    {"NOT_CONTAINS of a set", Op::kNotContains, "[<1>]",
     "ComparisonOperator NOT_CONTAINS is not valid for NS AttributeValue type"},
    {"BEGINS_WITH a number", Op::kBeginsWith, "[1]",
     "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type"},
    {"IN of maps", Op::kIn, "[{}]",
     "ComparisonOperator IN is not valid for M AttributeValue type"},
    {"BETWEEN of sets", Op::kBetween, "[<1>, <2>]",
     "ComparisonOperator BETWEEN is not valid for NS AttributeValue type"},
    {"EQ of any type", Op::kEq, "[{}]", ""},
};

TEST(LegacyCondition, IsRefusedInTheWordsOfTheService) {
  for (const FaultCase& each : kFaultCases) {
    SCOPED_TRACE(each.title);
    const auto fault = fault_of([&] {
      bind_legacy_conditions({condition("a", each.op, each.values)}, ConditionalOperator::kAnd);
    });
    const std::string expected(each.expected);
    EXPECT_EQ(fault, expected.empty() ? "" : std::string(kPrefix) + expected);
  }
  EXPECT_EQ(fault_of([] {
              bind_legacy_conditions({condition("a", Op::kBetween, "[2, 1]")},
                                     ConditionalOperator::kAnd);
            }),
            "The BETWEEN condition was provided a range where the lower bound is greater than the "
            "upper bound");
}

TEST(LegacyOperators, AreFoundByName) {
  for (int i = 0; i <= static_cast<int>(Op::kBetween); ++i) {
    const auto op = static_cast<Op>(i);
    EXPECT_EQ(find_legacy_operator(legacy_operator_name(op)), op);
  }
  EXPECT_EQ(find_legacy_operator("eq"), std::nullopt);
}

LegacyExpectation expectation() {
  LegacyExpectation expected;
  expected.attribute = "X";
  return expected;
}

std::string fault_of_expected(LegacyExpectation expected) {
  const std::string fault = fault_of([&] {
    std::vector<LegacyExpectation> all;
    all.push_back(std::move(expected));
    conditions_of_expected(std::move(all));
  });
  return fault.starts_with(kPrefix) ? fault.substr(kPrefix.size()) : fault;
}

TEST(Expected, IsRefusedWhenItsMembersMeanNothing) {
  auto expected = expectation();
  EXPECT_EQ(fault_of_expected(expected),
            "Value must be provided when Exists is null for Attribute: X");
  expected.exists = true;
  EXPECT_EQ(fault_of_expected(expected),
            "Value must be provided when Exists is true for Attribute: X");
  expected.exists = false;
  expected.value = value_of("1");
  EXPECT_EQ(fault_of_expected(expected),
            "Value cannot be used when Exists is false for Attribute: X");
  expected.op = Op::kEq;
  EXPECT_EQ(fault_of_expected(expected),
            "Exists and ComparisonOperator cannot be used together for Attribute: X");
  expected.values = list_of("[1]");
  EXPECT_EQ(fault_of_expected(expected),
            "Value and AttributeValueList cannot be used together for Attribute: X");

  expected = expectation();
  expected.op = Op::kEq;
  EXPECT_EQ(fault_of_expected(expected),
            "Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: "
            "X");
  expected = expectation();
  expected.values = list_of("[1]");
  EXPECT_EQ(fault_of_expected(expected),
            "AttributeValueList can only be used with a ComparisonOperator for Attribute: X");
}

TEST(Expected, MeansAConditionPerAttribute) {
  std::vector<LegacyExpectation> expected(5, expectation());
  expected[0].value = value_of("1");
  expected[1].exists = true;
  expected[1].value = value_of("1");
  expected[2].exists = false;
  expected[3].op = Op::kGt;
  expected[3].value = value_of("1");
  expected[4].op = Op::kBetween;
  expected[4].values = list_of("[1, 2]");
  const auto conditions = conditions_of_expected(expected);
  const std::pair<Op, std::string_view> meant[] = {{Op::kEq, "[1]"},
                                                   {Op::kEq, "[1]"},
                                                   {Op::kNull, "[]"},
                                                   {Op::kGt, "[1]"},
                                                   {Op::kBetween, "[1, 2]"}};
  ASSERT_EQ(conditions.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(conditions[i].op, meant[i].first);
    EXPECT_EQ(conditions[i].values, list_of(meant[i].second));
  }
}

TEST(LegacyKeyConditions, BecomeKeyConditions) {
  const auto bound = bind_legacy_key_conditions({condition("p", Op::kEq, "['a']"),
                                                 condition("s", Op::kBetween, "[1, 2]")});
  ASSERT_EQ(bound.size(), 2U);
  EXPECT_EQ(bound[0].attribute, "p");
  EXPECT_EQ(bound[0].op, KeyOperator::kEqual);
  EXPECT_EQ(bound[1].op, KeyOperator::kBetween);
  EXPECT_EQ(bound[1].values, list_of("[1, 2]"));
}

TEST(LegacyKeyConditions, AreRefusedInTheWordsOfTheService) {
  const auto fault = [](std::vector<LegacyCondition> conditions) {
    return fault_of([&] { bind_legacy_key_conditions(std::move(conditions)); });
  };
  EXPECT_EQ(fault({}), "Conditions can be of length 1 or 2 only");
  EXPECT_EQ(fault(std::vector<LegacyCondition>(9, condition("a", Op::kEq, "[1]"))),
            "Conditions can be of length 1 or 2 only");
  const std::string_view not_indexable =
      "Attempted conditional constraint is not an indexable operation";
  EXPECT_EQ(fault({condition("a", Op::kNe, "[1]")}), not_indexable);
  EXPECT_EQ(fault({condition("a", Op::kIn, "[1]")}), not_indexable);
  EXPECT_EQ(fault({condition("a", Op::kNull, "[]")}), not_indexable);
  EXPECT_EQ(fault({condition("a", Op::kNotNull, "[]")}), not_indexable);
  EXPECT_EQ(fault({condition("a", Op::kContains, "[1]")}), not_indexable);
  EXPECT_EQ(fault({condition("a", Op::kNotContains, "[1]")}), not_indexable);
  EXPECT_EQ(fault({condition("a", Op::kEq, "[]")}),
            std::string(kPrefix) + "Invalid number of argument(s) for the EQ ComparisonOperator");
}

LegacyUpdate update(std::string_view attribute, LegacyAction action, std::string_view value) {
  LegacyUpdate made{std::string(attribute), action, std::nullopt};
  if (!value.empty()) made.value = value_of(value);
  return made;
}

struct UpdateCase {
  std::string_view title;
  LegacyAction action;
  std::string_view value;
  std::string_view before;
  std::string_view after;  // or the message of the fault
};

constexpr std::string_view kTypeMismatch = "Type mismatch for attribute to update";

TEST(LegacyUpdate, AppliesAsTheServiceDoes) {
  const UpdateCase cases[] = {
      {"PUT", LegacyAction::kPut, "1", "{a: 'x', k: 1}", "{a: 1, k: 1}"},
      {"PUT of a new attribute", LegacyAction::kPut, "{m: 1}", "{k: 1}", "{a: {m: 1}, k: 1}"},
      {"ADD to a number", LegacyAction::kAdd, "2", "{a: 1}", "{a: 3}"},
      {"ADD starts a number", LegacyAction::kAdd, "2", "{}", "{a: 2}"},
      {"ADD to a set", LegacyAction::kAdd, "<2>", "{a: <1>}", "{a: <1, 2>}"},
      {"ADD to a list appends", LegacyAction::kAdd, "[2, 3]", "{a: [1]}", "{a: [1, 2, 3]}"},
      {"ADD starts a list", LegacyAction::kAdd, "[2]", "{}", "{a: [2]}"},
      {"ADD of another type", LegacyAction::kAdd, "2", "{a: 'x'}", kTypeMismatch},
      {"ADD of a list to a set", LegacyAction::kAdd, "[2]", "{a: <1>}", kTypeMismatch},
      {"DELETE", LegacyAction::kDelete, "", "{a: 1, k: 1}", "{k: 1}"},
      {"DELETE of a missing attribute", LegacyAction::kDelete, "", "{k: 1}", "{k: 1}"},
      {"DELETE from a set", LegacyAction::kDelete, "<1>", "{a: <1, 2>}", "{a: <2>}"},
      {"DELETE of the last element", LegacyAction::kDelete, "<1>", "{a: <1>, k: 1}", "{k: 1}"},
      {"DELETE from another type", LegacyAction::kDelete, "<1>", "{a: 1}", kTypeMismatch},
  };
  for (const UpdateCase& each : cases) {
    SCOPED_TRACE(each.title);
    const auto after =
        bind_legacy_update({update("a", each.action, each.value)}).apply(item_of(each.before));
    const auto* fault = std::get_if<UpdateFault>(&after);
    EXPECT_EQ(fault != nullptr ? fault->message : to_text(std::get<AttributeMap>(after)),
              each.after);
  }
}

TEST(LegacyUpdate, IsRefusedInTheWordsOfTheService) {
  const auto fault = [](LegacyAction action, std::string_view value) {
    const std::string text = fault_of([&] { bind_legacy_update({update("a", action, value)}); });
    return text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
  };
  const std::string_view no_value =
      "Only DELETE action is allowed when no attribute value is specified";
  EXPECT_EQ(fault(LegacyAction::kPut, ""), no_value);
  EXPECT_EQ(fault(LegacyAction::kAdd, ""), no_value);
  EXPECT_EQ(fault(LegacyAction::kAdd, "'x'"), "ADD action is not supported for the type S");
  EXPECT_EQ(fault(LegacyAction::kAdd, "{}"), "ADD action is not supported for the type M");
  EXPECT_EQ(fault(LegacyAction::kDelete, "'x'"),
            "DELETE action with value is not supported for the type S");
  EXPECT_EQ(fault(LegacyAction::kDelete, "[1]"),
            "DELETE action with value is not supported for the type L");
}

TEST(LegacyUpdate, OfNothingKeepsTheItemAndRemovesNothing) {
  const UpdatePlan plan = bind_legacy_update({});
  EXPECT_FALSE(plan.only_removes());
  EXPECT_EQ(std::get<AttributeMap>(plan.apply(item_of("{k: 1}"))), item_of("{k: 1}"));
}

TEST(LegacyUpdate, TakesAttributeNamesAsTheyAre) {
  const UpdatePlan plan = bind_legacy_update({update("a.b", LegacyAction::kPut, "1"),
                                              update("c", LegacyAction::kDelete, "")});
  EXPECT_EQ(std::get<AttributeMap>(plan.apply(item_of("{c: 1}"))), item_of("{'a.b': 1}"));
  EXPECT_FALSE(plan.only_removes());
  EXPECT_TRUE(bind_legacy_update({update("c", LegacyAction::kDelete, "")}).only_removes());
}

}  // namespace
}  // namespace stator::expressions

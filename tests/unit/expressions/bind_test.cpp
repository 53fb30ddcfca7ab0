// Faults of expressions with their names and values.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "expressions/condition.h"
#include "expressions/projection.h"
#include "expressions/substitutions.h"
#include "expressions/update.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

struct BindCase {
  std::string_view title;
  std::string_view text;
  std::string_view names;
  std::string_view values;
  std::string_view expected;  // without the prefix of the kind; "" when the expression is legal
};

std::string with_prefix(std::string_view kind, std::string_view text) {
  if (text.empty()) return "";
  return "Invalid " + std::string(kind) + ": " + std::string(text);
}

constexpr BindCase kConditionCases[] = {
    {"everything defined", "#a = :v", "{#a: 'x'}", "{:v: 1}", ""},
    {"names and values used twice", "#a.#a = :v OR #a = :v", "{#a: 'x'}", "{:v: 1}", ""},
    {"an undefined name", "#a = :v", "{#b: 'x'}", "{:v: 1}",
     "An expression attribute name used in the document path is not defined; attribute name: #a"},
    {"no names at all", "a.#b = :v", "", "{:v: 1}",
     "An expression attribute name used in the document path is not defined; attribute name: #b"},
    {"an undefined value", "a = :v", "", "{:w: 1}",
     "An expression attribute value used in expression is not defined; attribute value: :v"},
    {"placeholders are case-sensitive", "a = :v", "", "{:V: 1}",
     "An expression attribute value used in expression is not defined; attribute value: :v"},
    {"the first condition's value before the second one's name", "a = :v AND #n = :w", "", "",
     "An expression attribute value used in expression is not defined; attribute value: :v"},

    {"one operand for two", "contains(a)", "", "",
     "Incorrect number of operands for operator or function; operator or function: contains, "
     "number of operands: 1"},
    {"three operands for two", "begins_with(a, :v, :v)", "", "{:v: 'x'}",
     "Incorrect number of operands for operator or function; operator or function: begins_with, "
     "number of operands: 3"},
    {"two operands for one", "attribute_exists(a, b)", "", "",
     "Incorrect number of operands for operator or function; operator or function: "
     "attribute_exists, number of operands: 2"},
    {"two operands for attribute_not_exists", "attribute_not_exists(a, b)", "", "",
     "Incorrect number of operands for operator or function; operator or function: "
     "attribute_not_exists, number of operands: 2"},
    {"one operand for attribute_type", "attribute_type(a)", "", "",
     "Incorrect number of operands for operator or function; operator or function: "
     "attribute_type, number of operands: 1"},
    {"two operands for size", "size(a, b) > :v", "", "{:v: 1}",
     "Incorrect number of operands for operator or function; operator or function: size, "
     "number of operands: 2"},
    {"an undefined value before the number of operands", "contains(:v)", "", "",
     "An expression attribute value used in expression is not defined; attribute value: :v"},

    {"= of a path and itself", "a = a", "", "",
     "The first operand must be distinct from the remaining operands for this operator or "
     "function; operator: =, first operand: [a]"},
    {"the same path by another name", "a.b[1] < #a.#b[1]", "{#a: 'a', #b: 'b'}", "",
     "The first operand must be distinct from the remaining operands for this operator or "
     "function; operator: <, first operand: [a, b, [1]]"},
    {"contains of a path and itself", "contains(a, a)", "", "",
     "The first operand must be distinct from the remaining operands for this operator or "
     "function; operator: contains, first operand: [a]"},
    {"begins_with of a path and itself", "begins_with(a, a)", "", "",
     "The first operand must be distinct from the remaining operands for this operator or "
     "function; operator: begins_with, first operand: [a]"},
    {"BETWEEN a path and something", "a BETWEEN :v AND a", "", "{:v: 1}",
     "The first operand must be distinct from the remaining operands for this operator or "
     "function; operator: BETWEEN, first operand: [a]"},
    {"IN a list with itself", "a IN (:v, a)", "", "{:v: 1}",
     "The first operand must be distinct from the remaining operands for this operator or "
     "function; operator: IN, first operand: [a]"},
    {"equal values may be compared", ":v = :v AND :w = :v", "", "{:v: 1, :w: 1}", ""},
    {"a path and its size may be compared", "a = size(a)", "", "", ""},
    {"a path and a part of it may be compared", "a = a.b", "", "", ""},

    {"< of a boolean", "a < :v", "", "{:v: true}",
     "Incorrect operand type for operator or function; operator or function: <, operand type: "
     "BOOL"},
    {"<= of a null on the left", ":v <= a", "", "{:v: null}",
     "Incorrect operand type for operator or function; operator or function: <=, operand type: "
     "NULL"},
    {"> of a list", "a > :v", "", "{:v: []}",
     "Incorrect operand type for operator or function; operator or function: >, operand type: L"},
    {">= of a map", "a >= :v", "", "{:v: {}}",
     "Incorrect operand type for operator or function; operator or function: >=, operand type: M"},
    {"< of a set", "a < :v", "", "{:v: <1>}",
     "Incorrect operand type for operator or function; operator or function: <, operand type: NS"},
    {"BETWEEN of sets", "a BETWEEN :v AND :v", "", "{:v: <'a'>}",
     "Incorrect operand type for operator or function; operator or function: BETWEEN, operand "
     "type: SS"},
    {"= of any type", "a = :b AND a = :c AND a = :d AND a <> :e", "",
     "{:b: true, :c: null, :d: [], :e: <b'x'>}", ""},
    {"< of strings, numbers, binaries and sizes", "a < :s AND a < :n AND a < :b AND a < size(:s)",
     "", "{:s: 'x', :n: 1, :b: b'x'}", ""},
    {"begins_with a number", "begins_with(a, :v)", "", "{:v: 1}",
     "Incorrect operand type for operator or function; operator or function: begins_with, operand "
     "type: N"},
    {"begins_with of a list", "begins_with(:v, a)", "", "{:v: []}",
     "Incorrect operand type for operator or function; operator or function: begins_with, operand "
     "type: L"},
    {"begins_with a size", "begins_with(a, size(b))", "", "",
     "Incorrect operand type for operator or function; operator or function: begins_with, operand "
     "type: N"},
    {"size of a number", "size(:v) > a", "", "{:v: 1}",
     "Incorrect operand type for operator or function; operator or function: size, operand type: "
     "N"},
    {"size of a boolean", "size(:v) > a", "", "{:v: false}",
     "Incorrect operand type for operator or function; operator or function: size, operand type: "
     "BOOL"},
    {"size of a size", "size(size(a)) > b", "", "",
     "Incorrect operand type for operator or function; operator or function: size, operand type: "
     "N"},
    {"contains takes any types", "contains(:v, :w) OR contains(a, :l)", "",
     "{:v: 1, :w: null, :l: [1]}", ""},
    {"distinctness before types", "a < a", "", "",
     "The first operand must be distinct from the remaining operands for this operator or "
     "function; operator: <, first operand: [a]"},

    {"exists of a value", "attribute_exists(:v)", "", "{:v: 1}",
     "Operator or function requires a document path; operator or function: attribute_exists"},
    {"not exists of a size", "attribute_not_exists(size(a))", "", "",
     "Operator or function requires a document path; operator or function: attribute_not_exists"},
    {"the type of a value", "attribute_type(:v, :v)", "", "{:v: 'S'}",
     "Operator or function requires a document path; operator or function: attribute_type"},
    {"a type that is a number", "attribute_type(a, :v)", "", "{:v: 1}",
     "Incorrect operand type for operator or function; operator or function: attribute_type, "
     "operand type: N"},
    {"a type that is a path", "attribute_type(a, b)", "", "",
     "Incorrect operand type for operator or function; operator or function: attribute_type, "
     "operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}"},
    {"a type that is none", "attribute_type(a, :v)", "", "{:v: 'foo'}",
     "Invalid attribute type name found; type: foo, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"},
    {"types are spelt in capitals", "attribute_type(a, :v)", "", "{:v: 's'}",
     "Invalid attribute type name found; type: s, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"},

    {"BETWEEN bounds of two types", "a BETWEEN :v AND :w", "", "{:v: 'a', :w: 1}",
     "The BETWEEN operator requires same data type for lower and upper bounds; lower bound "
     "operand: AttributeValue: {S:a}, upper bound operand: AttributeValue: {N:1}"},
    {"BETWEEN bounds reversed", "a BETWEEN :v AND :w", "", "{:v: 2, :w: 1.0}",
     "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower "
     "bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}"},
    {"BETWEEN binary bounds reversed", "a BETWEEN :v AND :w", "", "{:v: b'xyz1', :w: b'x'}",
     "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower "
     "bound operand: AttributeValue: {B:eHl6MQ==}, upper bound operand: AttributeValue: {B:eA==}"},
    {"BETWEEN equal bounds", "a BETWEEN :v AND :w", "", "{:v: 1, :w: 1.0}", ""},
    {"BETWEEN a bound that is a path", ":v BETWEEN a AND :w", "", "{:v: 2, :w: 1}", ""},
};

TEST(BoundCondition, IsRefusedInTheWordsOfTheService) {
  for (const BindCase& each : kConditionCases) {
    SCOPED_TRACE(each.title);
    const auto bind = [&] {
      Substitutions substitutions(names_of(each.names), values_of(each.values));
      const auto parsed = parse_condition(each.text, ExpressionKind::kFilter);
      Condition::bind(*parsed, ExpressionKind::kFilter, substitutions);
    };
    EXPECT_EQ(fault_of(bind), with_prefix("FilterExpression", each.expected));
  }
}

constexpr BindCase kUpdateCases[] = {
    {"everything defined", "SET #a = :v ADD b :v", "{#a: 'x'}", "{:v: 1}", ""},
    {"an undefined name", "SET #a = :v", "", "{:v: 1}",
     "An expression attribute name used in the document path is not defined; attribute name: #a"},
    {"an undefined value", "SET a = :v", "", "",
     "An expression attribute value used in expression is not defined; attribute value: :v"},
    {"a name anywhere before a value anywhere", "SET a = :v REMOVE #b", "", "",
     "An expression attribute name used in the document path is not defined; attribute name: #b"},
    {"a value anywhere before an overlap", "SET a = :v, a = :w", "", "{:v: 1}",
     "An expression attribute value used in expression is not defined; attribute value: :w"},

    {"a path twice", "SET a = :v REMOVE a", "", "{:v: 1}",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a], path two: [a]"},
    {"a path and its start", "SET a.b = :v, a = :v", "", "{:v: 1}",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a, b], path two: [a]"},
    {"a path and its continuation", "SET a = :v REMOVE x, a.b[1]", "", "{:v: 1}",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a], path two: [a, b, [1]]"},
    {"the same path by another name", "SET #f = :v, f = :v", "{#f: 'f'}", "{:v: 1}",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [f], path two: [f]"},
    {"the first of several that a path is the start of", "REMOVE a[2], a[1], a", "", "",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a, [2]], path two: [a]"},
    {"a name with a dot is no path", "SET #a = :v, a.b = :v", "{#a: 'a.b'}", "{:v: 1}", ""},
    {"neighbours", "SET a.b = :v, a.c = :v, a.d[0] = :v, a.d[1] = :v", "", "{:v: 1}", ""},
    {"right-hand sides may overlap", "SET a = b, c = b, d = a", "", "", ""},
    {"a member and an element of the same place", "SET a.b = :v, a[1] = :v", "", "{:v: 1}",
     "Two document paths conflict with each other; must remove or rewrite one of these paths; path "
     "one: [a, b], path two: [a, [1]]"},
    {"an element and a member of the same place", "SET x[0][1] = :v REMOVE x[0].b", "", "{:v: 1}",
     "Two document paths conflict with each other; must remove or rewrite one of these paths; path "
     "one: [x, [0], [1]], path two: [x, [0], b]"},
    {"an overlap anywhere before a conflict", "SET a.b = :v, a[1] = :v, c = :v, c = :v", "",
     "{:v: 1}",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [c], path two: [c]"},
    {"an overlap before a number of operands", "SET a = list_append(b), a = :v", "", "{:v: 1}",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a], path two: [a]"},

    {"one operand for list_append", "SET a = list_append(b)", "", "",
     "Incorrect number of operands for operator or function; operator or function: list_append, "
     "number of operands: 1"},
    {"three operands for if_not_exists", "SET a = if_not_exists(b, c, d)", "", "",
     "Incorrect number of operands for operator or function; operator or function: if_not_exists, "
     "number of operands: 3"},
    {"if_not_exists of a value", "SET a = if_not_exists(:v, b)", "", "{:v: 1}",
     "Operator or function requires a document path; operator or function: if_not_exists"},
    {"list_append of a string", "SET a = list_append(b, :v)", "", "{:v: 'x'}",
     "Incorrect operand type for operator or function; operator or function: list_append, operand "
     "type: S"},
    {"list_append of a map", "SET a = list_append(:v, b)", "", "{:v: {}}",
     "Incorrect operand type for operator or function; operator or function: list_append, operand "
     "type: M"},
    {"list_append of lists", "SET a = list_append(list_append(:v, b), :v)", "", "{:v: []}", ""},
    {"+ of a string", "SET a = a + :v", "", "{:v: 'x'}",
     "Incorrect operand type for operator or function; operator or function: +, operand type: S"},
    {"- of a boolean on the left", "SET a = :v - a", "", "{:v: true}",
     "Incorrect operand type for operator or function; operator or function: -, operand type: "
     "BOOL"},
    {"+ of a list made", "SET a = list_append(a, b) + c", "", "",
     "Incorrect operand type for operator or function; operator or function: +, operand type: L"},
    {"+ of what if_not_exists gives", "SET a = if_not_exists(a, :v) + :n", "",
     "{:v: 'x', :n: 1}", ""},

    {"ADD of a string", "ADD a :v", "", "{:v: 'x'}",
     "Incorrect operand type for operator or function; operator: ADD, operand type: STRING"},
    {"ADD of a list", "ADD a :v", "", "{:v: []}",
     "Incorrect operand type for operator or function; operator: ADD, operand type: LIST"},
    {"ADD of a map", "ADD a :v", "", "{:v: {}}",
     "Incorrect operand type for operator or function; operator: ADD, operand type: MAP"},
    {"ADD of a null", "ADD a :v", "", "{:v: null}",
     "Incorrect operand type for operator or function; operator: ADD, operand type: NULL"},
    {"ADD of a boolean", "ADD a :v", "", "{:v: true}",
     "Incorrect operand type for operator or function; operator: ADD, operand type: BOOLEAN"},
    {"ADD of a binary", "ADD a :v", "", "{:v: b'x'}",
     "Incorrect operand type for operator or function; operator: ADD, operand type: BINARY"},
    {"ADD of a number and of sets", "ADD a :n, b :s, c :t, d :b", "",
     "{:n: 1, :s: <'x'>, :t: <1>, :b: <b'x'>}", ""},
    {"DELETE of a number", "DELETE a :v", "", "{:v: 1}",
     "Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER"},
    {"DELETE of sets", "DELETE b :s, c :t, d :b", "", "{:s: <'x'>, :t: <1>, :b: <b'x'>}", ""},
};

TEST(BoundUpdate, IsRefusedInTheWordsOfTheService) {
  for (const BindCase& each : kUpdateCases) {
    SCOPED_TRACE(each.title);
    const auto bind = [&] {
      Substitutions substitutions(names_of(each.names), values_of(each.values));
      UpdatePlan::bind(*parse_update(each.text), substitutions);
    };
    EXPECT_EQ(fault_of(bind), with_prefix("UpdateExpression", each.expected));
  }
}

constexpr BindCase kProjectionCases[] = {
    {"everything defined", "a, #b.c[1]", "{#b: 'x'}", "", ""},
    {"an undefined name", "a, #b", "", "",
     "An expression attribute name used in the document path is not defined; attribute name: #b"},
    {"an undefined name before an overlap", "a, a, #b", "", "",
     "An expression attribute name used in the document path is not defined; attribute name: #b"},
    {"a path twice", "a.b, c, a.b", "", "",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a, b], path two: [a, b]"},
    {"a conflict", "a.b, a[0]", "", "",
     "Two document paths conflict with each other; must remove or rewrite one of these paths; path "
     "one: [a, b], path two: [a, [0]]"},
    {"an overlap anywhere before a conflict", "a.b, a[0], a.b.c", "", "",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a, b], path two: [a, b, c]"},
};

TEST(BoundProjection, IsRefusedInTheWordsOfTheService) {
  for (const BindCase& each : kProjectionCases) {
    SCOPED_TRACE(each.title);
    const auto bind = [&] {
      Substitutions substitutions(names_of(each.names), values_of(each.values));
      ProjectionPaths::bind(*parse_projection(each.text), substitutions);
    };
    EXPECT_EQ(fault_of(bind), with_prefix("ProjectionExpression", each.expected));
  }
}

struct KeyCase {
  std::string_view title;
  std::string_view names;
  std::string_view values;
  std::string_view expected;
};

TEST(PlaceholderKeys, AreRefusedInTheWordsOfTheService) {
  const KeyCase cases[] = {
      {"legal keys", "{#a_1: 'x', #0: 'y'}", "{:b_2: 1}", ""},
      {"a name without its mark", "{foo: 'x'}", "",
       "ExpressionAttributeNames contains invalid key: Syntax error; key: \"foo\""},
      {"a value without its mark", "", "{foo: 1}",
       "ExpressionAttributeValues contains invalid key: Syntax error; key: \"foo\""},
      {"a value with the mark of names", "", "{#a: 1}",
       "ExpressionAttributeValues contains invalid key: Syntax error; key: \"#a\""},
      {"a mark alone", "{#: 'x'}", "",
       "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#\""},
      {"a character that is no word", "{#a-b: 'x'}", "",
       "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#a-b\""},
      {"an empty key", "{'': 'x'}", "",
       "ExpressionAttributeNames contains invalid key: The expression attribute map contains an "
       "empty key;"},
      {"names before values", "{foo: 'x'}", "{bar: 1}",
       "ExpressionAttributeNames contains invalid key: Syntax error; key: \"foo\""},
  };
  for (const KeyCase& each : cases) {
    SCOPED_TRACE(each.title);
    const auto make = [&] { Substitutions(names_of(each.names), values_of(each.values)); };
    EXPECT_EQ(fault_of(make), each.expected);
  }
}

TEST(PlaceholderKeys, MayHaveTwoHundredAndFiftyFiveCharacters) {
  const auto fault = [](std::size_t characters) {
    return fault_of([&] {
      const std::string key = "#" + std::string(characters - 1, 'a');
      Substitutions({{key, "x"}}, {});
    });
  };
  EXPECT_EQ(fault(255), "");
  EXPECT_NE(fault(256), "");
}

TEST(Placeholders, ThatNothingUsedAreNamedInTheOrderGiven) {
  Substitutions substitutions(names_of("{#b: 'x', #a: 'y', #c: 'z'}"), values_of("{:v: 1, :u: 2}"));
  const auto parsed = parse_condition("#a = :v", ExpressionKind::kCondition);
  Condition::bind(*parsed, ExpressionKind::kCondition, substitutions);
  EXPECT_EQ(fault_of([&] { substitutions.check_all_used(); }),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b, #c}");
  Substitutions values({}, values_of("{:v: 1, :u: 2}"));
  EXPECT_EQ(fault_of([&] { values.check_all_used(); }),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v, :u}");
}

TEST(Placeholders, ThatAreUnusedAreAFaultOfTheirOwnClass) {
  Substitutions substitutions(names_of("{#a: 'x'}"), {});
  try {
    substitutions.check_all_used();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kValidation);
    EXPECT_EQ(error.fault(), FaultClass::kUnusedNames);
  }
}

TEST(Placeholders, AreSharedByTheExpressionsOfARequest) {
  Substitutions substitutions(names_of("{#a: 'x', #b: 'y'}"), values_of("{:v: 1}"));
  UpdatePlan::bind(*parse_update("SET #a = :v"), substitutions);
  EXPECT_NE(fault_of([&] { substitutions.check_all_used(); }), "");
  ProjectionPaths::bind(*parse_projection("#b"), substitutions);
  EXPECT_EQ(fault_of([&] { substitutions.check_all_used(); }), "");
}

TEST(Placeholders, AreFoundAmongMany) {
  NameMap names;
  ValueMap values;
  for (int i = 0; i < 1000; ++i) {
    names.emplace_back("#n" + std::to_string(i), "name" + std::to_string(i));
    values.emplace_back(":v" + std::to_string(i), AttributeValue(Number(i)));
  }
  Substitutions substitutions(names, values);
  for (int i = 0; i < 1000; ++i) {
    const std::string digits = std::to_string(i);
    EXPECT_EQ(substitutions.name("#n" + digits, ExpressionKind::kFilter), "name" + digits);
    EXPECT_EQ(substitutions.value(":v" + digits, ExpressionKind::kFilter),
              AttributeValue(Number(i)));
  }
  EXPECT_NE(fault_of([&] { substitutions.name("#n1000", ExpressionKind::kFilter); }), "");
  EXPECT_NE(fault_of([&] { substitutions.value(":", ExpressionKind::kFilter); }), "");
}

}  // namespace
}  // namespace stator::expressions

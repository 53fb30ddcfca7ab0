// Faults that the text of an expression has whatever its names and values.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "expressions/condition.h"
#include "expressions/projection.h"
#include "expressions/update.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

struct TextCase {
  std::string_view title;
  std::string_view text;
  std::string_view expected;  // without the prefix of the kind; "" when the text is legal
};

// A text that the grammar refuses: at which token, and near what.
struct SyntaxCase {
  std::string_view title;
  std::string_view text;
  std::string_view token;
  std::string_view near;
};

std::string condition_fault(std::string_view text) {
  return fault_of([&] { parse_condition(text, ExpressionKind::kCondition); });
}
std::string update_fault(std::string_view text) {
  return fault_of([&] { parse_update(text); });
}
std::string projection_fault(std::string_view text) {
  return fault_of([&] { parse_projection(text); });
}

std::string with_prefix(std::string_view kind, std::string_view text) {
  if (text.empty()) return "";
  return "Invalid " + std::string(kind) + ": " + std::string(text);
}

std::string syntax_fault(std::string_view kind, const SyntaxCase& each) {
  return with_prefix(kind, "Syntax error; token: \"" + std::string(each.token) +
                               "\", near: \"" + std::string(each.near) + "\"");
}

constexpr std::string_view kRedundant = "The expression has redundant parentheses;";

constexpr SyntaxCase kConditionSyntaxCases[] = {
    {"blanks alone", "  ", "<EOF>", ""},
    {"a path alone", "foo", "<EOF>", "foo"},
    {"a path alone in a group", "(foo)", "<EOF>", ")"},
    {"a path alone before AND", "a AND b = c", "AND", "a AND b"},
    {"a grouped path before AND", "(a) AND b = c", "AND", ") AND b"},
    {"a path and AND in a group", "(a AND b = c)", "AND", "a AND b"},
    {"a path alone behind AND in a group", "(b = c AND a)", ")", "a)"},
    {"an empty group", "()", ")", "()"},
    {"a function without operands", "attribute_exists()", ")", "()"},
    {"a name with a hyphen", "a-b = :c", "-", "a-b"},
    {"a name with a hyphen keeps inner blanks", "x = a - b", "-", "a - b"},
    {"a number run that starts with 0", "x2021-03-03 = :v", "-", "x2021-0"},
    {"a number for an operand", "a = 5", "5", "= 5"},
    {"a number before a name", "5a = :v", "5", "5a"},
    {"two equals signs", "a == :b", "=", "== :b"},
    {"an exclamation mark", "a != :b", "!", "a !="},
    {"a quote", "a = 'b'", "'", "= 'b"},
    {"a character beyond ASCII is one token", "a = \xC3\xA9x", "\xC3\xA9", "= \xC3\xA9x"},
    {"a comparison of a comparison", "a = :b = :c", "=", ":b = :c"},
    {"a comparison of a group", "(a = :b) = :c", "=", ") = :c"},
    {"a function between operands", "#articleId attribute_not_exists :ckpst",
     "attribute_not_exists", "#articleId attribute_not_exists :ckpst"},
    {"a function that is not closed", "contains (themes, :theme", "<EOF>", ":theme"},
    {"a value glued to a name", "tenantAgent:abc123-x = :v", ":abc123", "tenantAgent:abc123-"},
    {"a colon alone", "a = : b", ":", "= : b"},
    {"a hash alone", "# = :b", "#", "# ="},
    {"a comma at the end", "a IN (:b,", "<EOF>", ","},
    {"an empty list", "a IN ()", ")", "()"},
    {"IN without parentheses", "a IN :b", ":b", "IN :b"},
    {"BETWEEN without AND", "a BETWEEN :a OR :b", "OR", ":a OR :b"},
    {"AND at the end", "a = :b AND", "<EOF>", "AND"},
    {"AND at the start", "AND a = :b", "AND", "AND a"},
    {"a group that is not closed", "(a = :b", "<EOF>", ":b"},
    {"a group that is not opened", "a = :b)", ")", ":b)"},
    {"a condition as operand of a function", "attribute_exists(a = :b)", "=", "a = :b"},
    {"a path that ends in a dot", "a. = :b", "=", ". = :b"},
    {"a path that starts with an index", "[0] = :b", "[", "[0"},
    {"an index that is a value", "a[:i] = :b", ":i", "[:i]"},
    {"an index below zero", "a[-1] = :b", "-", "[-1"},
    {"an index with a leading zero", "a[01] = :b", "1", "01]"},
    {"arithmetic", "a + b = :c", "+", "a + b"},
    {"a group in a path", "a.b.(c) = :v", "(", ".(c"},
    {"blanks at the end are not shown", "a =   ", "<EOF>", "="},
    {"blanks before the offender at the end", "a = :b   c  ", "c", ":b   c"},
    {"a syntax fault beats all others", "((path = foo(:v))) AND", "<EOF>", "AND"},
};

constexpr TextCase kConditionCases[] = {
    {"an empty text", "", "The expression can not be empty;"},

    {"a comparison", "a = :b", ""},
    {"every comparator", "a = b AND a<>b AND a<b AND a<=b AND a>b AND a>=b", ""},
    {"tabs and line ends separate words", "a\t=\r\n:b", ""},
    {"no blanks at all", "a=:b", ""},
    {"a value on the left", ":a = b", ""},
    {"values on both sides", ":a = :b", ""},
    {"BETWEEN has an AND of its own", "a BETWEEN :a AND :b AND c = :c", ""},
    {"IN", "a IN (:a, b, size(c))", ""},
    {"keywords in any case", "nOt a bEtween :a anD :b oR a In (:b)", ""},
    {"functions", "attribute_exists(a) AND attribute_not_exists(a) AND attribute_type(a, :t) AND "
                  "begins_with(a, :p) AND contains(a, :p) AND size(a) > :n", ""},
    {"blanks between a function and its operands", "attribute_exists (a)", ""},
    {"NOT of a comparison without parentheses", "NOT a = :b", ""},
    {"NOT NOT", "NOT NOT a = :b", ""},
    {"paths with members and elements", "a.b[0].#c[12][3].d = :v", ""},
    {"names that look like functions", "contains = :v", ""},
    {"names that are keywords of updates only are reserved", "#a.set = :v",
     "Attribute name is a reserved keyword; reserved keyword: set"},
    {"names that start with an underscore", "_a = :v", ""},

    {"a group", "(a = :b)", ""},
    {"a group within a group beside something", "((a = :b) AND c = :d)", ""},
    {"groups on both sides", "(a = :b) AND ((c = :d) AND e = :f)", ""},
    {"a grouped operand", "(a) = (:b)", ""},
    {"a grouped size", "(size(a)) > :b", ""},
    {"a grouped function", "(attribute_exists(a))", ""},
    {"an operand grouped among the operands of a function", "contains((a), (:b))", ""},
    {"an operand grouped in a list", "a IN ((:b), (:c))", ""},
    {"a group in a group", "((a = :b))", kRedundant},
    {"a group in a group behind NOT", "NOT ((a = :b))", kRedundant},
    {"a group in a group deep inside", "a = :b OR (c = :d AND ((e = :f)))", kRedundant},
    {"an operand in two groups", "((a)) = :b", kRedundant},
    {"an operand in two groups on the right", "a = ((:b))", kRedundant},
    {"an operand in two groups within a function", "contains(((a)), :b)", kRedundant},
    {"three groups", "(((a = :b)))", kRedundant},

    {"an unknown function", "foo(a)", "Invalid function name; function: foo"},
    {"a function in the wrong case", "BegIns_WiTh(a, :b)",
     "Invalid function name; function: BegIns_WiTh"},
    {"an unknown function as operand", "a = foo(:b)", "Invalid function name; function: foo"},
    {"size as condition", "size(a)",
     "The function is not allowed to be used this way in an expression; function: size"},
    {"grouped size as condition", "(size(a)) AND b = :c",
     "The function is not allowed to be used this way in an expression; function: size"},
    {"a condition as operand", "attribute_exists(a) = :b",
     "The function is not allowed to be used this way in an expression; function: "
     "attribute_exists"},
    {"a condition as right operand", ":b = contains(a, :b)",
     "The function is not allowed to be used this way in an expression; function: contains"},
    {"a condition within a function", "contains(a, begins_with(a, :b))",
     "The function is not allowed to be used this way in an expression; function: begins_with"},
    {"a condition in a list", "a IN (attribute_exists(b))",
     "The function is not allowed to be used this way in an expression; function: "
     "attribute_exists"},
    {"a condition before BETWEEN", "contains(a, :b) BETWEEN :c AND :d",
     "The function is not allowed to be used this way in an expression; function: contains"},
    {"a function of updates", "a = if_not_exists(b, :c)",
     "The function is not allowed to be used this way in an expression; function: if_not_exists"},
    {"a function of updates as condition", "list_append(b, :c)",
     "The function is not allowed to be used this way in an expression; function: list_append"},

    {"a reserved word", "Path = :p",
     "Attribute name is a reserved keyword; reserved keyword: Path"},
    {"a reserved word in any case", "sTaTuS = :p",
     "Attribute name is a reserved keyword; reserved keyword: sTaTuS"},
    {"a reserved word in the middle", "a.name[0] = :p",
     "Attribute name is a reserved keyword; reserved keyword: name"},
    {"a reserved word behind a placeholder is fine", "#name = :name", ""},
    {"an index too large", "a[4294967295] = :v",
     "List index is not within the allowable range; index: [4294967295]"},
    {"an index beyond all bounds", "a[99999999999999999999999] = :v",
     "List index is not within the allowable range; index: [99999999999999999999999]"},
    {"the largest index", "a[4294967294] = :v", ""},

    {"redundant parentheses beat unknown functions", "foo(path) AND size(a) AND ((a = :b))",
     kRedundant},
    {"unknown functions beat misused ones", "size(path) AND foo(a)",
     "Invalid function name; function: foo"},
    {"misused functions beat reserved words", "path = :a AND size(a)",
     "The function is not allowed to be used this way in an expression; function: size"},
};

TEST(ConditionText, IsRefusedWhereItLeavesTheGrammar) {
  for (const SyntaxCase& each : kConditionSyntaxCases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(condition_fault(each.text), syntax_fault("ConditionExpression", each));
  }
}

TEST(ConditionText, IsRefusedInTheWordsOfTheService) {
  for (const TextCase& each : kConditionCases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(condition_fault(each.text), with_prefix("ConditionExpression", each.expected));
  }
}

TEST(ConditionText, NamesItsKindInMessages) {
  const auto fault = [](ExpressionKind kind) {
    return fault_of([&] { parse_condition("", kind); });
  };
  EXPECT_EQ(fault(ExpressionKind::kFilter),
            "Invalid FilterExpression: The expression can not be empty;");
  EXPECT_EQ(fault(ExpressionKind::kKeyCondition),
            "Invalid KeyConditionExpression: The expression can not be empty;");
}

TEST(ConditionText, FaultsAreValidationExceptionsOfTheExpressionClass) {
  try {
    parse_condition("", ExpressionKind::kFilter);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kValidation);
    EXPECT_EQ(error.fault(), FaultClass::kExpression);
  }
}

constexpr SyntaxCase kUpdateSyntaxCases[] = {
    {"a name glued to a section is no section", "SETa = :v", "SETa", "SETa ="},
    {"no section", "a = :v", "a", "a ="},
    {"one word", "foo", "foo", "foo"},
    {"a section without actions", "SET", "<EOF>", "SET"},
    {"a section followed by a section", "SET REMOVE a", "REMOVE", "SET REMOVE a"},
    {"a comma at the end", "SET a = :a,", "<EOF>", ","},
    {"a comma before a section", "SET a = :a, REMOVE b", "REMOVE", ", REMOVE b"},
    {"a value with a blank in it", "ADD hits : incr", ":", "hits : incr"},
    {"a number for a value", "ADD hits 1", "1", "hits 1"},
    {"a path for a value", "ADD hits other", "other", "hits other"},
    {"ADD with an equals sign", "ADD a = :v", "=", "a = :v"},
    {"REMOVE with a value", "REMOVE a :v", ":v", "a :v"},
    {"SET without a value", "SET a", "<EOF>", "a"},
    {"SET of a value", "SET :a = :b", ":a", "SET :a ="},
    {"SET of a function", "SET foo(a) = :v", "(", "foo(a"},
    {"a keyword for a name", "SET add = :v", "add", "SET add ="},
    {"a chain of sums", "SET a = :a + :b + :c", "+", ":b + :c"},
    {"a sum of a grouped sum", "SET a = (:a + :b) + :c", "+", ") + :c"},
    {"a grouped sum on the right", "SET a = :a + (:b - :c)", "-", ":b - :c"},
    {"a sum as operand of a function", "SET a = list_append(a, b + c)", "+", "b + c"},
    {"a product", "SET a = a * :b", "*", "a * :b"},
    {"a comparison", "SET a = b = c", "=", "b = c"},
    {"an empty group", "SET a = ()", ")", "()"},
    {"a syntax fault beats all others", "SET path = foo(:v) SET a = ((:v)) REMOVE",
     "<EOF>", "REMOVE"},
};

constexpr TextCase kUpdateCases[] = {
    {"an empty text", "", "The expression can not be empty;"},
    {"every section", "SET a = :a, b = :b REMOVE c, d[1] ADD e :e DELETE f :f", ""},
    {"sections in any order and case", "delete a :a add b :b remove c set d = :d", ""},
    {"sums", "SET a = a + :a, b = :b - c, d = (d + :d), e = (e) - (:e)", ""},
    {"functions", "SET a = if_not_exists(a, :a) + :b, c = list_append(if_not_exists(c, :e), :l)",
     ""},
    {"a function within if_not_exists", "SET a = if_not_exists(a, if_not_exists(b, :c))", ""},
    {"a grouped operand", "SET a = (:v)", ""},
    {"a group at the start of a grouped sum", "SET a = ((a) + :v)", ""},

    {"two groups round a value", "SET a = ((:v))", kRedundant},
    {"two groups round a sum", "SET a = ((a + :v))", kRedundant},
    {"two groups on the right", "SET a = a + ((:v))", kRedundant},
    {"a reserved word", "SET path = :v",
     "Attribute name is a reserved keyword; reserved keyword: path"},
    {"a keyword of conditions is a reserved word", "SET and = :v",
     "Attribute name is a reserved keyword; reserved keyword: and"},
    {"an unknown function", "SET a = foo(:v)", "Invalid function name; function: foo"},
    {"a function in the wrong case", "SET a = List_Append(a, :v)",
     "Invalid function name; function: List_Append"},
    {"a function of conditions", "SET a = size(b)",
     "The function is not allowed to be used this way in an expression; function: size"},
    {"SET twice", "SET a = :a SET b = :b",
     "The \"SET\" section can only be used once in an update expression;"},
    {"REMOVE twice", "REMOVE a SET b = :b remove c",
     "The \"REMOVE\" section can only be used once in an update expression;"},
    {"ADD twice", "ADD x :one SET a = :a ADD y :one",
     "The \"ADD\" section can only be used once in an update expression;"},
    {"DELETE twice", "DELETE a :a DELETE b :b",
     "The \"DELETE\" section can only be used once in an update expression;"},

    {"reserved words beat unknown functions", "SET a = foo(:v), path = :v",
     "Attribute name is a reserved keyword; reserved keyword: path"},
    {"unknown functions beat repeated sections", "SET a = :a SET b = foo(:v)",
     "Invalid function name; function: foo"},
};

TEST(UpdateText, IsRefusedWhereItLeavesTheGrammar) {
  for (const SyntaxCase& each : kUpdateSyntaxCases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(update_fault(each.text), syntax_fault("UpdateExpression", each));
  }
}

TEST(UpdateText, IsRefusedInTheWordsOfTheService) {
  for (const TextCase& each : kUpdateCases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(update_fault(each.text), with_prefix("UpdateExpression", each.expected));
  }
}

constexpr SyntaxCase kProjectionSyntaxCases[] = {
    {"a comma at the end", "a, b,", "<EOF>", ","},
    {"a comma at the start", ", a", ",", ", a"},
    {"no comma", "a b", "b", "a b"},
    {"a value", "a, :b", ":b", ", :b"},
    {"a star", "a, *", "*", ", *"},
    {"a syntax fault beats reserved words", "status, a b", "b", "a b"},
};

constexpr TextCase kProjectionCases[] = {
    {"an empty text", "", "The expression can not be empty;"},
    {"paths", "a, b.c[0], #d.#e", ""},
    {"a reserved word", "a, Status",
     "Attribute name is a reserved keyword; reserved keyword: Status"},
    {"a keyword of other grammars is a reserved word", "a, in",
     "Attribute name is a reserved keyword; reserved keyword: in"},
    {"an index too large", "a[4294967295]",
     "List index is not within the allowable range; index: [4294967295]"},
};

TEST(ProjectionText, IsRefusedWhereItLeavesTheGrammar) {
  for (const SyntaxCase& each : kProjectionSyntaxCases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(projection_fault(each.text), syntax_fault("ProjectionExpression", each));
  }
}

TEST(ProjectionText, IsRefusedInTheWordsOfTheService) {
  for (const TextCase& each : kProjectionCases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(projection_fault(each.text), with_prefix("ProjectionExpression", each.expected));
  }
}

}  // namespace
}  // namespace stator::expressions

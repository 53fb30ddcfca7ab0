// Statements as text: what they parse to, shown as they are printed, and what is refused.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "expressions/partiql/parse.h"
#include "expressions/partiql/print.h"
#include "value_text.h"

namespace stator::expressions::partiql {
namespace {

struct PrintCase {
  std::string_view title;
  std::string_view text;
  std::string_view printed;
};

struct FaultCase {
  std::string_view title;
  std::string_view text;
  std::string_view message;  // behind "Statement wasn't well formed, can't be processed: "
};

constexpr PrintCase kPrintCases[] = {
    {"everything", "SELECT * FROM Music", R"(SELECT * FROM "Music")"},
    {"keywords in any case", "select * From music Where a = 1 oRDER bY a dEsC",
     R"(SELECT * FROM "music" WHERE "a" = 1 ORDER BY "a" DESC)"},
    {"an index", R"(SELECT * FROM "Music"."by-year")", R"(SELECT * FROM "Music"."by-year")"},
    {"an index without quotes", "SELECT * FROM Music.byYear", R"(SELECT * FROM "Music"."byYear")"},
    {"paths", R"(SELECT a, b.c[0]."d e", "f""g"[1][2] FROM t)",
     R"(SELECT "a", "b"."c"[0]."d e", "f""g"[1][2] FROM "t")"},
    {"names that are no keywords here", "SELECT name, year, status, data FROM returning",
     R"(SELECT "name", "year", "status", "data" FROM "returning")"},
    {"quoted keywords", R"(SELECT "select", a."size" FROM "from")",
     R"(SELECT "select", "a"."size" FROM "from")"},
    {"order by several keys", "SELECT * FROM t WHERE a = 1 ORDER BY a, b DESC, c ASC",
     R"(SELECT * FROM "t" WHERE "a" = 1 ORDER BY "a" ASC, "b" DESC, "c" ASC)"},
    {"a semicolon at the end", "SELECT * FROM t ;", R"(SELECT * FROM "t")"},
    {"comments", "SELECT -- the list\n * /* from\n here */ FROM t--", R"(SELECT * FROM "t")"},
    {"few blanks", R"(SELECT*FROM"t"WHERE"a"=1 AND"b"=?)",
     R"(SELECT * FROM "t" WHERE "a" = 1 AND "b" = ?)"},

    {"strings", "SELECT * FROM t WHERE a = 'it''s' AND b = ''",
     R"(SELECT * FROM "t" WHERE "a" = 'it''s' AND "b" = '')"},
    {"numbers", "SELECT * FROM t WHERE a IN [1, 1.50, -2, +3, 1e3, .5, 2E-2]",
     R"(SELECT * FROM "t" WHERE "a" IN [1, 1.5, -2, 3, 1000, 0.5, 0.02])"},
    {"other literals", "SELECT * FROM t WHERE a = true OR a = FALSE OR a = Null",
     R"(SELECT * FROM "t" WHERE "a" = TRUE OR "a" = FALSE OR "a" = NULL)"},
    {"collections", "SELECT * FROM t WHERE a = [1,'b',[]] OR a = {'x':{},'y':?} OR a = <<1,2>>",
     R"(SELECT * FROM "t" WHERE "a" = [1, 'b', []] OR "a" = {'x': {}, 'y': ?} OR "a" = <<1, 2>>)"},

    {"comparators", "SELECT * FROM t WHERE a<>1 AND b!=2 AND c<3 AND d<=4 AND e>5 AND f>=6",
     R"(SELECT * FROM "t" WHERE "a" <> 1 AND "b" <> 2 AND "c" < 3 AND "d" <= 4 AND "e" > 5)"
     R"( AND "f" >= 6)"},
    {"a value on the left", "SELECT * FROM t WHERE 1 < a", R"(SELECT * FROM "t" WHERE 1 < "a")"},
    {"BETWEEN has an AND of its own", "SELECT * FROM t WHERE a BETWEEN 1 AND 2 AND b = 3",
     R"(SELECT * FROM "t" WHERE "a" BETWEEN 1 AND 2 AND "b" = 3)"},
    {"NOT BETWEEN", "SELECT * FROM t WHERE a NOT BETWEEN 1 AND 2",
     R"(SELECT * FROM "t" WHERE NOT "a" BETWEEN 1 AND 2)"},
    {"IN with parentheses", "SELECT * FROM t WHERE a IN (1, ?)",
     R"(SELECT * FROM "t" WHERE "a" IN [1, ?])"},
    {"NOT IN", "SELECT * FROM t WHERE a NOT IN [1]", R"(SELECT * FROM "t" WHERE NOT "a" IN [1])"},
    {"MISSING", "SELECT * FROM t WHERE a IS MISSING AND b.c IS NOT MISSING",
     R"(SELECT * FROM "t" WHERE "a" IS MISSING AND "b"."c" IS NOT MISSING)"},
    {"NULL", "SELECT * FROM t WHERE a IS NULL AND b IS NOT NULL",
     R"(SELECT * FROM "t" WHERE attribute_type("a", 'NULL') AND NOT attribute_type("b", 'NULL'))"},
    {"other types", "SELECT * FROM t WHERE a IS STRING OR a IS STRUCT",
     R"(SELECT * FROM "t" WHERE attribute_type("a", 'S') OR attribute_type("a", 'M'))"},
    {"functions in any case",
     "SELECT * FROM t WHERE BEGINS_WITH(a, 'x') AND Contains(b, 1) AND attribute_type(c, 'S') AND "
     "SIZE(d) > 3",
     R"(SELECT * FROM "t" WHERE begins_with("a", 'x') AND contains("b", 1) AND )"
     R"(attribute_type("c", 'S') AND size("d") > 3)"},
    {"OR binds less than AND", "SELECT * FROM t WHERE a = 1 OR b = 2 AND NOT c = 3",
     R"(SELECT * FROM "t" WHERE "a" = 1 OR "b" = 2 AND NOT "c" = 3)"},
    {"groups", "SELECT * FROM t WHERE (a = 1 OR (b = 2)) AND NOT (c = 3 AND d = 4)",
     R"(SELECT * FROM "t" WHERE ("a" = 1 OR "b" = 2) AND NOT ("c" = 3 AND "d" = 4))"},
    {"groups of groups", "SELECT * FROM t WHERE ((a = 1 AND b = 2) AND c = 3)",
     R"(SELECT * FROM "t" WHERE ("a" = 1 AND "b" = 2) AND "c" = 3)"},
    {"grouped operands", "SELECT * FROM t WHERE (a) = ((1)) AND size((b)) = 1",
     R"(SELECT * FROM "t" WHERE "a" = 1 AND size("b") = 1)"},

    {"INSERT", "insert into t value {'pk': 'a', 'n': ?}",
     R"(INSERT INTO "t" VALUE {'pk': 'a', 'n': ?})"},
    {"INSERT of a parameter", "INSERT INTO t VALUE ?", R"(INSERT INTO "t" VALUE ?)"},
    {"UPDATE", "UPDATE t SET a = 1, b.c = a SET d = d + 1 REMOVE e, f[0] WHERE pk = 'x'",
     R"(UPDATE "t" SET "a" = 1 SET "b"."c" = "a" SET "d" = "d" + 1 REMOVE "e" REMOVE "f"[0])"
     R"( WHERE "pk" = 'x')"},
    {"UPDATE with functions",
     "UPDATE t SET a = LIST_APPEND(a, [1]) SET b = set_add(b, <<1>>) SET c.d = SET_DELETE(c.d, ?) "
     "WHERE pk = ?",
     R"(UPDATE "t" SET "a" = list_append("a", [1]) SET "b" = SET_ADD("b", <<1>>))"
     R"( SET "c"."d" = SET_DELETE("c"."d", ?) WHERE "pk" = ?)"},
    {"UPDATE with a difference of a negative", "UPDATE t SET a = (b) - -1 WHERE pk = 1",
     R"(UPDATE "t" SET "a" = "b" - -1 WHERE "pk" = 1)"},
    {"RETURNING", "UPDATE t REMOVE a WHERE pk = 1 returning modified new *",
     R"(UPDATE "t" REMOVE "a" WHERE "pk" = 1 RETURNING MODIFIED NEW *)"},
    {"RETURNING ALL", "UPDATE t REMOVE a WHERE pk = 1 RETURNING ALL NEW *",
     R"(UPDATE "t" REMOVE "a" WHERE "pk" = 1 RETURNING ALL NEW *)"},
    {"UPDATE without WHERE", "UPDATE t REMOVE a", R"(UPDATE "t" REMOVE "a")"},
    {"DELETE", "DELETE FROM t WHERE pk = 1 RETURNING ALL OLD *",
     R"(DELETE FROM "t" WHERE "pk" = 1 RETURNING ALL OLD *)"},
    {"EXISTS", "EXISTS(SELECT * FROM t WHERE pk = 1 AND a IS MISSING)",
     R"(EXISTS(SELECT * FROM "t" WHERE "pk" = 1 AND "a" IS MISSING))"},
};

constexpr FaultCase kFaultCases[] = {
    {"an empty text", " ", "Expected data manipulation"},
    {"no statement", "DROP TABLE t", "Expected data manipulation"},
    {"a word", "hello", "Expected data manipulation"},
    {"INSERT without INTO", "INSERT t VALUE {}", "Unexpected keyword"},
    {"a column list with a keyword", "INSERT INTO urls (key, a) VALUES (?, ?)",
     "Unexpected keyword"},
    {"a column list", "INSERT INTO urls (a, b) VALUES (?, ?)", "Expected VALUE at 1:23:1"},
    {"an item that is no map", "INSERT INTO t VALUE [1]",
     "Expected a map behind VALUE at 1:21:1"},
    {"a name without quotes in a map", "INSERT INTO t VALUE {a: 1}",
     "Expected an attribute name in single quotes at 1:22:1"},
    {"a dash in a table's name", "UPDATE my-table SET a = 1 WHERE b = 2",
     "Expected data manipulation"},
    {"DELETE without FROM", "DELETE t", "Expected FROM after DELETE"},
    {"SET without =", "UPDATE t SET a 1", "Expected '='"},
    {"SELECT without a list", "SELECT FROM t", "Cannot have empty SELECT list"},
    {"SELECT without FROM", "SELECT a WHERE b = 1", "Expected FROM after SELECT list"},
    {"more than a star", "SELECT *, a FROM t",
     "Other expressions may not be present in the select list when '*' is used without dot "
     "notation."},
    {"a star behind a path", "SELECT a, * FROM t",
     "Other expressions may not be present in the select list when '*' is used without dot "
     "notation."},
    {"an aggregate", "SELECT COUNT(*) FROM t", "Unexpected path component at 1:8:5"},
    {"an aggregate on another line", "SELECT a,\n  sum(b) FROM t",
     "Unexpected path component at 2:3:3"},
    {"a literal in the list", "SELECT 'ab' FROM t", "Unexpected path component at 1:8:4"},
    {"an index that is no number", "SELECT a['b'] FROM t", "Unexpected path component at 1:10:3"},
    {"an index of a table", "SELECT * FROM t[0]", "Unexpected path component at 1:16:1"},
    {"a keyword in a path", "SELECT payload.size FROM t", "Invalid path dot component"},
    {"a keyword for a name", "SELECT user FROM t", "Unexpected keyword"},
    {"a keyword for an operand", "SELECT * FROM t WHERE order = 1", "Unexpected keyword"},
    {"a path alone", "SELECT * FROM t WHERE a", "Expected a condition at 1:24:0"},
    {"a path alone in a group", "SELECT * FROM t WHERE (a) AND b = 1",
     "Expected a condition at 1:27:3"},
    {"a value alone", "SELECT * FROM t WHERE ?", "Expected a condition at 1:24:0"},
    {"a condition compared", "SELECT * FROM t WHERE (a = 1) = 2",
     "Expected an operand at 1:31:1"},
    {"two comparisons", "SELECT * FROM t WHERE a = 1 = 2", "Unexpected token after expression"},
    {"no right side", "SELECT * FROM t WHERE a =", "Unexpected term"},
    {"an empty group", "SELECT * FROM t WHERE ()", "Expression group cannot be empty"},
    {"an open group", "SELECT * FROM t WHERE (a = 1", "Expected ')' at 1:29:0"},
    {"IN without a list", "SELECT * FROM t WHERE a IN ?", "Expected a list behind IN at 1:28:1"},
    {"IN with nothing", "SELECT * FROM t WHERE a IN []", "Unexpected term"},
    {"BETWEEN without AND", "SELECT * FROM t WHERE a BETWEEN 1 OR 2", "Expected AND at 1:35:2"},
    {"IS something else", "SELECT * FROM t WHERE a IS 5", "Expected type name"},
    {"IS with a quoted type", R"(SELECT * FROM t WHERE a IS "missing")", "Expected type name"},
    {"arithmetic in a condition", "SELECT * FROM t WHERE a + 1 = 2",
     "Unsupported operator: + at 1:25:1"},
    {"arithmetic on the right", "SELECT * FROM t WHERE a = b * 2",
     "Unsupported operator: * at 1:29:1"},
    {"LIKE", "SELECT * FROM t WHERE a LIKE 'x%'", "Unsupported operator: LIKE at 1:25:4"},
    {"LIMIT", "SELECT * FROM t LIMIT 5", "Unsupported clause: LIMIT at 1:17:5"},
    {"LIMIT behind WHERE", "SELECT * FROM t WHERE a = 1 LIMIT 5",
     "Unsupported clause: LIMIT at 1:29:5"},
    {"GROUP BY", "SELECT a FROM t GROUP BY a", "Unsupported clause: GROUP at 1:17:5"},
    {"an alias in the list", "SELECT a AS b FROM t", "Unsupported clause: AS at 1:10:2"},
    {"a join", "SELECT * FROM t JOIN u", "Unsupported clause: JOIN at 1:17:4"},
    {"an alias of the table", "SELECT * FROM t x", "Unexpected token after expression"},
    {"two tables", "SELECT * FROM t, u", "Unexpected token after expression"},
    {"two statements", "SELECT * FROM t; SELECT * FROM u",
     "Unexpected token after semicolon. (Only one query is allowed.)"},
    {"RETURNING nothing known", "DELETE FROM t WHERE a = 1 RETURNING *",
     "Expected ALL or MODIFIED at 1:37:1"},
    {"RETURNING without a star", "DELETE FROM t WHERE a = 1 RETURNING ALL OLD",
     "Expected '*' at 1:44:0"},
    {"RETURNING all of nothing known", "DELETE FROM t WHERE a = 1 RETURNING ALL *",
     "Expected OLD or NEW at 1:41:1"},
    {"a number for a table", "SELECT * FROM 5", "Expected identifier for simple path"},
    {"SET_ADD of another path", "UPDATE t SET a = SET_ADD(b, <<1>>)",
     "The first operand of SET_ADD must be the path that is set at 1:26:1"},
    {"a string without an end", "SELECT * FROM t WHERE a = 'b", "String without an end at 1:27:1"},
    {"a name without an end", "SELECT * FROM \"t", "Name without an end at 1:15:1"},
    {"a comment without an end", "SELECT * /* FROM t", "Comment without an end at 1:10:2"},
    {"a character of no language", "SELECT * FROM t WHERE a = #b", "Invalid character at 1:27:1"},
    {"columns count characters", "SELECT * FROM \"\xC3\xA9\" WHERE a = #b",
     "Invalid character at 1:29:1"},
    {"a name that starts with a digit", "SELECT 1a FROM t", "Invalid number at 1:8:2"},
    {"a number that goes on with letters", "SELECT * FROM t WHERE a = 1AND b = 2",
     "Invalid number at 1:27:2"},
    {"an exponent without digits", "SELECT * FROM t WHERE a = 1e",
     "Number without an exponent at 1:27:2"},
};

// Statements that can be read and are refused in words of their own.
constexpr FaultCase kRefusals[] = {
    {"an empty name", R"(SELECT "" FROM t)", "Path component cannot be an empty string"},
    {"an empty table name", R"(SELECT * FROM "")", "Path component cannot be an empty string"},
    {"three components", "SELECT * FROM a.b.c",
     "A path may contain at most 2 components in the FROM clause"},
    {"INSERT into an index", "INSERT INTO a.b VALUE {}",
     "This operation is not supported on an index"},
    {"UPDATE of an index", "UPDATE a.b REMOVE c WHERE d = 1",
     "This operation is not supported on an index"},
    {"DELETE from an index", "DELETE FROM a.b WHERE d = 1",
     "This operation is not supported on an index"},
    {"DELETE returning what was modified", "DELETE FROM a WHERE d = 1 RETURNING MODIFIED OLD *",
     "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in "
     "DELETE statements."},
    {"DELETE returning the new", "DELETE FROM a WHERE d = 1 RETURNING ALL NEW *",
     "Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL OLD * is allowed in "
     "DELETE statements."},
    {"an unknown function", "SELECT * FROM t WHERE foo(a)",
     "Invalid function name; function: foo"},
    {"a function of expressions alone", "SELECT * FROM t WHERE Attribute_Exists(a)",
     "Invalid function name; function: Attribute_Exists"},
    {"a function of updates", "SELECT * FROM t WHERE list_append(a, b) = 1",
     "Invalid function name; function: list_append"},
    {"a function of conditions in an update", "UPDATE t SET a = size(b)",
     "Invalid function name; function: size"},
    {"size as a condition", "SELECT * FROM t WHERE size(a)",
     "The function is not allowed to be used this way in an expression; function: size"},
    {"a condition as an operand", "SELECT * FROM t WHERE contains(a, 'b') = true",
     "The function is not allowed to be used this way in an expression; function: contains"},
    {"no operands", "SELECT * FROM t WHERE size() > 1",
     "Incorrect number of operands for operator or function; operator or function: size, number "
     "of operands: 0"},
    {"too many digits", "SELECT * FROM t WHERE a = 123456789012345678901234567890123456789",
     "Attempting to store more than 38 significant digits in a Number"},
    {"too large a number", "SELECT * FROM t WHERE a = 1e126",
     "Number overflow. Attempting to store a number with magnitude larger than supported range"},
    {"an index beyond the range", "SELECT a[4294967295] FROM t",
     "List index is not within the allowable range; index: [4294967295]"},
};

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string fault(std::string_view text) {
  return fault_of([&] { parse_statement(text); });
}

TEST(PartiqlSyntax, StatementsParse) {
  for (const PrintCase& each : kPrintCases) {
    EXPECT_EQ(fault(each.text), "") << each.title;
    EXPECT_EQ(print(parse_statement(each.text)), each.printed) << each.title;
  }
}

TEST(PartiqlSyntax, PrintedStatementsParseToTheSame) {
  for (const PrintCase& each : kPrintCases) {
    EXPECT_EQ(parse_statement(each.printed), parse_statement(each.text)) << each.title;
  }
}

TEST(PartiqlSyntax, MalformedStatements) {
  for (const FaultCase& each : kFaultCases) {
    EXPECT_EQ(fault(each.text),
              "Statement wasn't well formed, can't be processed: " + std::string(each.message))
        << each.title;
  }
}

TEST(PartiqlSyntax, RefusedStatements) {
  for (const FaultCase& each : kRefusals) EXPECT_EQ(fault(each.text), each.message) << each.title;
}

TEST(PartiqlSyntax, ParametersAreCounted) {
  EXPECT_EQ(parse_statement("SELECT * FROM t").parameters, 0U);
  EXPECT_EQ(parse_statement("SELECT * FROM t WHERE a = '?' AND b = ? AND c IN [?, {'d': ?}]")
                .parameters,
            3U);
  EXPECT_EQ(parse_statement("INSERT INTO t VALUE {'a': ?, 'b': [?]}").parameters, 2U);
}

TEST(PartiqlSyntax, LimitsOfConditions) {
  const std::string head = "SELECT * FROM t WHERE ";
  EXPECT_EQ(fault(head + "a = 1" + repeated(" AND a = 1", 149)), "");
  EXPECT_EQ(fault(head + "a = 1" + repeated(" AND a = 1", 150)),
            "The expression contains too many operators; operator count: 301");
  EXPECT_EQ(fault(head + "a IN [1" + repeated(",1", 99) + "]"), "");
  EXPECT_EQ(fault(head + "a IN [1" + repeated(",1", 100) + "]"),
            "The IN operator is provided with too many operands; number of operands: 101");
  EXPECT_EQ(fault(head + repeated("(", 301) + "a = 1" + repeated(")", 301)),
            "Statement wasn't well formed, can't be processed: Too many levels of nesting at "
            "1:323:1");
  EXPECT_EQ(fault(head + repeated("(", 250) + "a = 1" + repeated(")", 250)), "");
  EXPECT_NE(fault(head + repeated("NOT ", 8000) + "a = 1"), "");
  EXPECT_NE(fault("INSERT INTO t VALUE {'a':" + repeated("[", 8000)), "");
}

TEST(PartiqlSyntax, PathsHaveAtMost32Levels) {
  EXPECT_EQ(fault("SELECT a" + repeated(".b", 31) + " FROM t"), "");
  EXPECT_EQ(fault("SELECT a" + repeated(".b", 32) + " FROM t"),
            "The document path has more than 32 levels; levels: 33");
}

}  // namespace
}  // namespace stator::expressions::partiql

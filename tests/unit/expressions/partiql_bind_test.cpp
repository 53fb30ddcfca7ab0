// Statements with their parameters: values, conditions and updates against items.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "expressions/partiql/bind.h"
#include "expressions/partiql/parse.h"
#include "value_text.h"

namespace stator::expressions::partiql {
namespace {

std::vector<AttributeValue> parameters_of(std::string_view list) {
  if (list.empty()) return {};
  return *value_of(list).get_if<List>();
}

BoundStatement bound(std::string_view text, std::string_view parameters = "") {
  return bind_parameters(parse_statement(text), parameters_of(parameters));
}

std::string bind_fault(std::string_view text, std::string_view parameters = "") {
  return fault_of([&] { bound(text, parameters); });
}

struct MatchCase {
  std::string_view condition;
  std::string_view item;
  bool matches;
};

constexpr MatchCase kMatchCases[] = {
    {"a = 1", "{a: 1}", true},
    {"a = 1", "{a: 2}", false},
    {"a != 'x'", "{}", true},
    {"1 < a.b[0]", "{a: {b: [2]}}", true},
    {"a = <<2, 1>>", "{a: <1, 2>}", true},
    {"a = {'b': [TRUE, NULL]}", "{a: {b: [true, null]}}", true},
    {"a BETWEEN 1 AND 3", "{a: 3}", true},
    {"a NOT BETWEEN 1 AND 3", "{a: 3}", false},
    {"a IN [1, 'x']", "{a: 'x'}", true},
    {"a NOT IN ('x')", "{a: 'x'}", false},
    {"a IS MISSING", "{}", true},
    {"a IS MISSING", "{a: null}", false},
    {"a IS NOT MISSING", "{a: null}", true},
    {"a IS NULL", "{a: null}", true},
    {"a IS NULL", "{}", false},
    {"a IS NOT NULL", "{a: 1}", true},
    {"a IS STRING", "{a: 'x'}", true},
    {"a IS LIST", "{a: 'x'}", false},
    {"attribute_type(a, 'NS')", "{a: <1>}", true},
    {"begins_with(a, 'x')", "{a: 'xy'}", true},
    {"contains(a, 1)", "{a: [1]}", true},
    {"size(a) = 2", "{a: 'xy'}", true},
    {"a = 1 OR b = 2 AND c = 3", "{a: 1}", true},
    {"(a = 1 OR b = 2) AND c = 3", "{a: 1}", false},
    {"NOT (a = 1 AND b = 2)", "{a: 1}", true},
};

TEST(PartiqlBind, ConditionsMatch) {
  for (const MatchCase& each : kMatchCases) {
    const auto statement = bound("SELECT * FROM t WHERE " + std::string(each.condition));
    const auto& select = std::get<BoundSelect>(statement);
    EXPECT_EQ(select.where->matches(item_of(each.item)), each.matches)
        << each.condition << " of " << each.item;
  }
}

TEST(PartiqlBind, ParametersAreValues) {
  const auto statement =
      bound("SELECT * FROM t WHERE a = ? AND b IN [?, ?] AND c = {'d': [?]}",
            "[b'x', 1, 2, 'y']");
  const auto& select = std::get<BoundSelect>(statement);
  EXPECT_TRUE(select.where->matches(item_of("{a: b'x', b: 2, c: {d: ['y']}}")));
  EXPECT_FALSE(select.where->matches(item_of("{a: b'x', b: 3, c: {d: ['y']}}")));
}

TEST(PartiqlBind, ParametersAreAsManyAsTheStatementHas) {
  const std::string message = "Number of parameters in request and statement don't match.";
  EXPECT_EQ(bind_fault("SELECT * FROM t WHERE a = ?"), message);
  EXPECT_EQ(bind_fault("SELECT * FROM t WHERE a = ?", "[1, 2]"), message);
  EXPECT_EQ(bind_fault("SELECT * FROM t WHERE a = 1", "[1]"), message);
  EXPECT_EQ(bind_fault("SELECT * FROM t WHERE a = ?", "[1]"), "");
}

TEST(PartiqlBind, ItemsToInsert) {
  const auto statement = bound(
      "INSERT INTO t VALUE {'s': 'x', 'n': -1.5, 'l': [1, []], 'm': {'a': ?}, 'ss': <<'b', 'a'>>, "
      "'ns': <<2, ?>>, 'bs': <<?>>, 'z': NULL, 'y': false}",
      "['p', 1, b'q']");
  const auto& insert = std::get<BoundInsert>(statement);
  EXPECT_EQ(insert.table, "t");
  EXPECT_EQ(insert.item,
            item_of("{s: 'x', n: -1.5, l: [1, []], m: {a: 'p'}, ss: <'a', 'b'>, ns: <1, 2>, bs: "
                    "<b'q'>, z: null, y: false}"));
  EXPECT_EQ(std::get<BoundInsert>(bound("INSERT INTO t VALUE ?", "[{a: 1}]")).item,
            item_of("{a: 1}"));
}

struct BindFaultCase {
  std::string_view title;
  std::string_view text;
  std::string_view message;
};

constexpr BindFaultCase kBindFaults[] = {
    {"an empty set", "INSERT INTO t VALUE {'a': <<>>}",
     "One or more parameter values were invalid: An string set  may not be empty"},
    {"a mixed set", "INSERT INTO t VALUE {'a': <<1, 'b'>>}",
     "One or more parameter values were invalid: The elements of a set must have one type"},
    {"a set of lists", "INSERT INTO t VALUE {'a': <<[1]>>}",
     "Incorrect operand type for operator or function; operator or function: <<>>, operand type: "
     "L"},
    {"a string twice", "INSERT INTO t VALUE {'a': <<'x', 'x'>>}",
     "One or more parameter values were invalid: Input collection [x, x] contains duplicates."},
    {"a number twice", "INSERT INTO t VALUE {'a': <<1, 1.0>>}",
     "Input collection contains duplicates"},
    {"the order of Booleans", "SELECT * FROM t WHERE a < true",
     "Incorrect operand type for operator or function; operator or function: <, operand type: "
     "BOOL"},
    {"a bad type name", "SELECT * FROM t WHERE attribute_type(a, 'X')",
     "Invalid attribute type name found; type: X, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"},
    {"bounds in the wrong order", "SELECT * FROM t WHERE a BETWEEN 2 AND 1",
     "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower "
     "bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}"},
    {"MISSING of a value", "SELECT * FROM t WHERE 1 IS MISSING",
     "Operator or function requires a document path; operator or function: attribute_not_exists"},
    {"overlapping paths in the list", "SELECT a, a.b FROM t",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a], path two: [a, b]"},
    {"overlapping paths in an update", "UPDATE t SET a = 1 REMOVE a WHERE p = 1",
     "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
     "one: [a], path two: [a]"},
    {"a sum with a string", "UPDATE t SET a = a + 'x'",
     "Incorrect operand type for operator or function; operator or function: +, operand type: S"},
    {"a list appended to a number", "UPDATE t SET a = list_append(1, a)",
     "Incorrect operand type for operator or function; operator or function: list_append, operand "
     "type: N"},
    {"SET_ADD of a number", "UPDATE t SET a = SET_ADD(a, 1)",
     "Incorrect operand type for operator or function; operator or function: SET_ADD, operand "
     "type: N"},
    {"SET_DELETE of a list", "UPDATE t SET a = SET_DELETE(a, [1])",
     "Incorrect operand type for operator or function; operator or function: SET_DELETE, operand "
     "type: L"},
};

TEST(PartiqlBind, Faults) {
  for (const BindFaultCase& each : kBindFaults) {
    EXPECT_EQ(bind_fault(each.text), each.message) << each.title;
  }
}

TEST(PartiqlBind, ItemsHaveAtMost32Levels) {
  const auto nested = [](int levels) {
    std::string text = "INSERT INTO t VALUE {'a': ";
    for (int i = 0; i < levels; ++i) text += "[";
    for (int i = 0; i < levels; ++i) text += "]";
    return text + "}";
  };
  EXPECT_EQ(bind_fault(nested(32)), "");
  EXPECT_NE(bind_fault(nested(33)), "");
}

struct UpdateCase {
  std::string_view update;
  std::string_view before;
  std::string_view after;
};

constexpr UpdateCase kUpdateCases[] = {
    {"SET a = 1", "{p: 1}", "{p: 1, a: 1}"},
    {"SET a = b SET b = a", "{a: 1, b: 2}", "{a: 2, b: 1}"},
    {"SET a = a + 1, b = b - 1.5", "{a: 1, b: 2}", "{a: 2, b: 0.5}"},
    {"SET m.x = [1, 'y'] REMOVE l[0]", "{m: {}, l: [1, 2]}", "{m: {x: [1, 'y']}, l: [2]}"},
    {"SET l = LIST_APPEND(l, [3])", "{l: [1]}", "{l: [1, 3]}"},
    {"SET s = SET_ADD(s, <<3, 1>>)", "{s: <1, 2>}", "{s: <1, 2, 3>}"},
    {"SET s = SET_ADD(s, <<'a'>>)", "{p: 1}", "{p: 1, s: <'a'>}"},
    {"SET s = SET_DELETE(s, <<1>>)", "{s: <1, 2>}", "{s: <2>}"},
    {"REMOVE a REMOVE b.c", "{a: 1, b: {c: 1, d: 2}}", "{b: {d: 2}}"},
};

TEST(PartiqlBind, UpdatesApply) {
  for (const UpdateCase& each : kUpdateCases) {
    const auto statement = bound("UPDATE t " + std::string(each.update) + " WHERE p = 1");
    const auto result = std::get<BoundUpdate>(statement).update.apply(item_of(each.before));
    ASSERT_TRUE(std::holds_alternative<AttributeMap>(result)) << each.update;
    EXPECT_EQ(std::get<AttributeMap>(result), item_of(each.after)) << each.update;
  }
}

TEST(PartiqlBind, PathsAreAnsweredByTheirLastName) {
  const auto statement = bound("SELECT a, b.c, b.d[1], e.f[0].g, gone.x FROM t");
  const auto& list = std::get<BoundSelect>(statement).list;
  EXPECT_EQ(list->select(item_of("{a: 1, b: {c: 2, d: [3, 4]}, e: {f: [{g: 5}]}}")),
            item_of("{a: 1, c: 2, 'd[1]': 4, g: 5}"));
  EXPECT_FALSE(std::get<BoundSelect>(bound("SELECT * FROM t")).list);
}

TEST(PartiqlBind, ExistsHoldsASelect) {
  const auto statement = bound("EXISTS(SELECT * FROM t WHERE p = 1 AND a = ?)", "[2]");
  EXPECT_TRUE(std::get<BoundExists>(statement).select.where->matches(item_of("{p: 1, a: 2}")));
}

}  // namespace
}  // namespace stator::expressions::partiql

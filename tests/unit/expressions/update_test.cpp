// What updates make of items.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "expressions/update.h"
#include "expressions/update_tree.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

UpdatePlan plan_of(std::string_view text, std::string_view values) {
  Substitutions substitutions({}, values_of(values));
  return UpdatePlan::bind(*parse_update(text), substitutions);
}

// The item afterwards, or the message of the fault.
std::string applied(const UpdatePlan& plan, std::string_view before) {
  const auto after = plan.apply(item_of(before));
  if (const auto* fault = std::get_if<UpdateFault>(&after)) return fault->message;
  return to_text(std::get<AttributeMap>(after));
}

struct UpdateCase {
  std::string_view title;
  std::string_view text;
  std::string_view values;
  std::string_view before;
  std::string_view after;  // or the message of the fault
};

constexpr std::string_view kInvalidPath =
    "The document path provided in the update expression is invalid for update";
constexpr std::string_view kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr std::string_view kWrongType =
    "An operand in the update expression has an incorrect data type";
constexpr std::string_view kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr std::string_view kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";
constexpr std::string_view kTooManyDigits =
    "Attempting to store more than 38 significant digits in a Number";

constexpr UpdateCase kSetCases[] = {
    {"SET creates", "SET a = :v", "{:v: 1}", "{k: 1}", "{a: 1, k: 1}"},
    {"SET replaces", "SET a = :v", "{:v: 1}", "{a: 'x', k: 1}", "{a: 1, k: 1}"},
    {"attributes stay sorted", "SET m = :v, a = :v, z = :v", "{:v: 1}", "{b: 2, y: 3}",
     "{a: 1, b: 2, m: 1, y: 3, z: 1}"},
    {"SET into a map", "SET m.b = :v", "{:v: 1}", "{m: {a: 0, c: 2}}", "{m: {a: 0, b: 1, c: 2}}"},
    {"SET several into a map", "SET m.z = :v, m.a = :v, m.c = :v", "{:v: 1}", "{m: {b: 0, c: 2}}",
     "{m: {a: 1, b: 0, c: 1, z: 1}}"},
    {"SET deep", "SET m.d[1].e = :v", "{:v: 1}", "{m: {d: [0, {}]}}", "{m: {d: [0, {e: 1}]}}"},
    {"SET an element", "SET l[1] = :v", "{:v: 'n'}", "{l: [0, 1, 2]}", "{l: [0, 'n', 2]}"},
    {"SET beyond the end appends", "SET l[9] = :v", "{:v: 'n'}", "{l: [0, 1]}", "{l: [0, 1, 'n']}"},
    {"SET just beyond the end appends", "SET l[2] = :v", "{:v: 'n'}", "{l: [0, 1]}",
     "{l: [0, 1, 'n']}"},
    {"SET into an empty list", "SET l[5] = :v", "{:v: 'n'}", "{l: []}", "{l: ['n']}"},
    {"several appended keep the order of their indexes",
     "SET l[30] = :c, l[10] = :a, l[20] = :b", "{:a: 'a', :b: 'b', :c: 'c'}", "{l: [0]}",
     "{l: [0, 'a', 'b', 'c']}"},
    {"replaced and appended at once", "SET l[7] = :b, l[0] = :a", "{:a: 'a', :b: 'b'}",
     "{l: [0, 1]}", "{l: ['a', 1, 'b']}"},
    {"SET from another attribute", "SET a = b", "", "{b: [1]}", "{a: [1], b: [1]}"},
    {"SET from a part", "SET a = m.l[0]", "", "{m: {l: ['x']}}", "{a: 'x', m: {l: ['x']}}"},
    {"right-hand sides see the item as it was", "SET a = :v, b = a", "{:v: 'new'}", "{a: 'old'}",
     "{a: 'new', b: 'old'}"},
    {"attributes are swapped", "SET a = b, b = a", "", "{a: 1, b: 2}", "{a: 2, b: 1}"},
    {"a removed attribute can be read", "REMOVE a SET b = a", "", "{a: 1}", "{b: 1}"},

    {"SET into a missing map", "SET m.a = :v", "{:v: 1}", "{k: 1}", kInvalidPath},
    {"SET into a missing map of a map", "SET m.a.b = :v", "{:v: 1}", "{m: {}}", kInvalidPath},
    {"SET into a scalar", "SET m.a = :v", "{:v: 1}", "{m: 1}", kInvalidPath},
    {"SET a member of a list", "SET l.a = :v", "{:v: 1}", "{l: []}", kInvalidPath},
    {"SET an element of a map", "SET m[0] = :v", "{:v: 1}", "{m: {}}", kInvalidPath},
    {"SET an element of a set", "SET s[0] = :v", "{:v: 1}", "{s: <1>}", kInvalidPath},
    {"SET into an element beyond the end", "SET l[3].a = :v", "{:v: 1}", "{l: [{}]}", kInvalidPath},
    {"one invalid path spoils the update", "SET a = :v, m.b = :v", "{:v: 1}", "{k: 1}",
     kInvalidPath},

    {"if_not_exists takes what is there", "SET a = if_not_exists(a, :v)", "{:v: 1}", "{a: null}",
     "{a: null}"},
    {"if_not_exists takes the other", "SET a = if_not_exists(a, :v)", "{:v: 1}", "{}", "{a: 1}"},
    {"if_not_exists of another path", "SET a = if_not_exists(m.b, m.c)", "", "{m: {c: 3}}",
     "{a: 3, m: {c: 3}}"},
    {"if_not_exists in if_not_exists", "SET a = if_not_exists(b, if_not_exists(c, :v))",
     "{:v: 1}", "{c: 2}", "{a: 2, c: 2}"},
    {"if_not_exists does not read what it does not need", "SET a = if_not_exists(b, x)", "",
     "{b: 2}", "{a: 2, b: 2}"},
    {"if_not_exists of nothing at all", "SET a = if_not_exists(b, x)", "", "{}", kMissing},
    {"a counter that starts", "SET a = if_not_exists(a, :z) + :one", "{:z: 0, :one: 1}", "{}",
     "{a: 1}"},

    {"list_append", "SET l = list_append(l, :v)", "{:v: [2, 3]}", "{l: [1]}", "{l: [1, 2, 3]}"},
    {"list_append to the front", "SET l = list_append(:v, l)", "{:v: [2, 3]}", "{l: [1]}",
     "{l: [2, 3, 1]}"},
    {"list_append of a list and itself", "SET l = list_append(l, l)", "", "{l: [1, 2]}",
     "{l: [1, 2, 1, 2]}"},
    {"list_append nested on both sides", "SET l = list_append(list_append(l, :v), "
     "list_append(:v, l))", "{:v: [2]}", "{l: [1]}", "{l: [1, 2, 2, 1]}"},
    {"list_append to a missing list", "SET l = list_append(l, :v)", "{:v: [1]}", "{}", kMissing},
    {"list_append with a missing list", "SET l = list_append(:v, l)", "{:v: [1]}", "{}", kMissing},
    {"list_append to a list that starts", "SET l = list_append(if_not_exists(l, :e), :v)",
     "{:e: [], :v: [1]}", "{}", "{l: [1]}"},
    {"list_append to something else", "SET l = list_append(l, :v)", "{:v: [1]}", "{l: 'x'}",
     kWrongType},
    {"list_append of something else", "SET l = list_append(:v, a)", "{:v: [1]}", "{a: <1>}",
     kWrongType},
    {"list_append of what if_not_exists gives", "SET l = list_append(if_not_exists(l, :e), :v)",
     "{:e: 'x', :v: [1]}", "{}", kWrongType},

    {"a sum", "SET n = n + :v", "{:v: 2.5}", "{n: 1}", "{n: 3.5}"},
    {"a difference", "SET n = n - :v", "{:v: 2.5}", "{n: 1}", "{n: -1.5}"},
    {"a difference the other way round", "SET n = :v - n", "{:v: 2.5}", "{n: 1}", "{n: 1.5}"},
    {"a sum of two attributes", "SET n = a.b + c[0]", "", "{a: {b: 1}, c: [2]}",
     "{a: {b: 1}, c: [2], n: 3}"},
    {"a sum that is zero", "SET n = n - n", "", "{n: 1}", "{n: 0}"},
    {"sums are exact", "SET n = n + :v", "{:v: 0.00000000000000000000000000000000001}", "{n: 1}",
     "{n: 1.00000000000000000000000000000000001}"},
    {"a sum with a missing attribute", "SET n = n + :v", "{:v: 1}", "{}", kMissing},
    {"a sum with a missing attribute on the right", "SET n = :v + n", "{:v: 1}", "{}", kMissing},
    {"a sum with a string", "SET n = n + :v", "{:v: 1}", "{n: '1'}", kWrongType},
    {"a difference from a list", "SET n = :v - n", "{:v: 1}", "{n: [1]}", kWrongType},
    {"a sum that overflows", "SET n = n + :v", "{:v: 9e125}", "{n: 9e125}", kOverflow},
    {"a sum of too many digits", "SET n = n + :v", "{:v: 1e-38}", "{n: 1}", kTooManyDigits},
    {"a difference that underflows", "SET n = n - :v", "{:v: 1.1e-130}", "{n: 1.2e-130}",
     kUnderflow},

    {"a path that is missing", "SET a = b", "", "{}", kMissing},
    {"a part that is missing", "SET a = b.c[1]", "", "{b: {c: [1]}}", kMissing},
};

constexpr UpdateCase kOtherCases[] = {
    {"REMOVE", "REMOVE a", "", "{a: 1, k: 1}", "{k: 1}"},
    {"REMOVE of a missing attribute", "REMOVE a", "", "{k: 1}", "{k: 1}"},
    {"REMOVE from a map", "REMOVE m.a", "", "{m: {a: 1, b: 2}}", "{m: {b: 2}}"},
    {"REMOVE the last member leaves the map", "REMOVE m.a", "", "{m: {a: 1}}", "{m: {}}"},
    {"REMOVE of a missing member", "REMOVE m.a", "", "{m: {b: 2}}", "{m: {b: 2}}"},
    {"REMOVE of an element closes the gap", "REMOVE l[0]", "", "{l: [0, 1, 2]}", "{l: [1, 2]}"},
    {"REMOVE of several elements at once", "REMOVE l[0], l[2], l[1]", "", "{l: [0, 1, 2, 3]}",
     "{l: [3]}"},
    {"REMOVE of every element leaves the list", "REMOVE l[1], l[0]", "", "{l: [0, 1]}", "{l: []}"},
    {"REMOVE beyond the end", "REMOVE l[2], l[7]", "", "{l: [0, 1]}", "{l: [0, 1]}"},
    {"indexes mean the old list", "SET l[2] = :v REMOVE l[0]", "{:v: 'n'}", "{l: [0, 1, 2]}",
     "{l: [1, 'n']}"},
    {"REMOVE and append", "SET l[9] = :v REMOVE l[0]", "{:v: 'n'}", "{l: [0, 1]}", "{l: [1, 'n']}"},
    {"REMOVE within an element that moves", "REMOVE l[0], l[1].a SET l[1].b = :v", "{:v: 1}",
     "{l: [0, {a: 1}]}", "{l: [{b: 1}]}"},
    {"REMOVE from a missing map", "REMOVE m.a", "", "{k: 1}", kInvalidPath},
    {"REMOVE from a missing list", "REMOVE l[0]", "", "{k: 1}", kInvalidPath},
    {"REMOVE a member of a list", "REMOVE l.a", "", "{l: [1]}", kInvalidPath},
    {"REMOVE an element of a map", "REMOVE m[0]", "", "{m: {}}", kInvalidPath},
    {"REMOVE from an element beyond the end", "REMOVE l[1].a", "", "{l: [{}]}", kInvalidPath},

    {"ADD to a number", "ADD n :v", "{:v: 2.5}", "{n: 1}", "{n: 3.5}"},
    {"ADD of a negative number", "ADD n :v", "{:v: -1}", "{n: 1}", "{n: 0}"},
    {"ADD starts at zero", "ADD n :v", "{:v: 5}", "{}", "{n: 5}"},
    {"ADD to a nested number", "ADD m.n :v", "{:v: 5}", "{m: {n: 1}}", "{m: {n: 6}}"},
    {"ADD starts a nested number", "ADD m.n :v", "{:v: 5}", "{m: {}}", "{m: {n: 5}}"},
    {"ADD to an element", "ADD l[0] :v", "{:v: 5}", "{l: [1]}", "{l: [6]}"},
    {"ADD beyond the end of a list", "ADD l[4] :v", "{:v: 5}", "{l: [1]}", "{l: [1, 5]}"},
    {"ADD to sets", "ADD s :s, n :n, b :b", "{:s: <'c', 'a'>, :n: <1.0, 3>, :b: <b'a'>}",
     "{s: <'b', 'a'>, n: <1, 2>, b: <b'b'>}",
     "{b: <b'a', b'b'>, n: <1, 2, 3>, s: <'a', 'b', 'c'>}"},
    {"ADD creates a set", "ADD s :s", "{:s: <'c', 'a'>}", "{}", "{s: <'a', 'c'>}"},
    {"ADD of a number to a string", "ADD n :v", "{:v: 1}", "{n: '1'}", kWrongType},
    {"ADD of a number to a set", "ADD n :v", "{:v: 1}", "{n: <1>}", kWrongType},
    {"ADD of a set to a number", "ADD n :v", "{:v: <1>}", "{n: 1}", kWrongType},
    {"ADD of a set to a set of another type", "ADD s :v", "{:v: <1>}", "{s: <'1'>}", kWrongType},
    {"ADD of a set to a list", "ADD s :v", "{:v: <1>}", "{s: [1]}", kWrongType},
    {"ADD into a missing map", "ADD m.n :v", "{:v: 1}", "{}", kInvalidPath},
    {"ADD that overflows", "ADD n :v", "{:v: 9e125}", "{n: 9e125}", kOverflow},
    {"ADD of too many digits", "ADD n :v", "{:v: 1e-38}", "{n: 1}", kTooManyDigits},

    {"DELETE from sets", "DELETE s :s, n :n, b :b", "{:s: <'a', 'x'>, :n: <1.0>, :b: <b'x'>}",
     "{s: <'b', 'a'>, n: <1, 2>, b: <b'b'>}", "{b: <b'b'>, n: <2>, s: <'b'>}"},
    {"DELETE of the last element", "DELETE s :s", "{:s: <'b', 'a', 'c'>}", "{k: 1, s: <'a', 'b'>}",
     "{k: 1}"},
    {"DELETE of the last number", "DELETE s :s", "{:s: <1>}", "{k: 1, s: <1>}", "{k: 1}"},
    {"DELETE of the last binary", "DELETE s :s", "{:s: <b'a'>}", "{k: 1, s: <b'a'>}", "{k: 1}"},
    {"DELETE of the last nested element", "DELETE m.s :s", "{:s: <'a'>}", "{m: {s: <'a'>}}",
     "{m: {}}"},
    {"DELETE of the last element in a list", "DELETE l[0] :s", "{:s: <'a'>}", "{l: [<'a'>, 1]}",
     "{l: [1]}"},
    {"DELETE from a missing set", "DELETE s :s", "{:s: <'a'>}", "{k: 1}", "{k: 1}"},
    {"DELETE from a number", "DELETE s :s", "{:s: <1>}", "{s: 1}", kWrongType},
    {"DELETE from a set of another type", "DELETE s :s", "{:s: <1>}", "{s: <'1'>}", kWrongType},
    {"DELETE in a missing map", "DELETE m.s :s", "{:s: <1>}", "{}", kInvalidPath},

    {"all sections at once", "SET a = :v REMOVE b ADD n :v DELETE s :s", "{:v: 1, :s: <'x'>}",
     "{b: 0, n: 1, s: <'x', 'y'>}", "{a: 1, n: 2, s: <'y'>}"},
    {"values are evaluated before paths are followed", "SET m.a = :v, b = x", "{:v: 1}", "{}",
     kMissing},
};

TEST(Update, SetsAsTheServiceDoes) {
  for (const UpdateCase& each : kSetCases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(applied(plan_of(each.text, each.values), each.before), each.after);
  }
}

TEST(Update, RemovesAddsAndDeletesAsTheServiceDoes) {
  for (const UpdateCase& each : kOtherCases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(applied(plan_of(each.text, each.values), each.before), each.after);
  }
}

TEST(Update, CannotNestDeeperThanThirtyTwoLevels) {
  const UpdatePlan plan = plan_of("SET a.b = a", "");
  AttributeMap item = item_of("{a: {}}");
  // `a` is 2 levels deep and grows by 1 each time: the map around the old one.
  for (int levels = 3; levels <= 32; ++levels) {
    auto after = plan.apply(item);
    ASSERT_TRUE(std::holds_alternative<AttributeMap>(after)) << levels;
    item = std::get<AttributeMap>(std::move(after));
    ASSERT_EQ(item.find("a")->depth(), static_cast<std::size_t>(levels - 1));
  }
  auto after = plan.apply(item);
  ASSERT_TRUE(std::holds_alternative<AttributeMap>(after));
  item = std::get<AttributeMap>(std::move(after));
  EXPECT_EQ(std::get<UpdateFault>(plan.apply(item)).message,
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
}

TEST(Update, KeepsTheItemSortedAndUnique) {
  const UpdatePlan plan = plan_of("SET b = :v, z.y = :v, z.a = :v REMOVE c", "{:v: 1}");
  const auto after = std::get<AttributeMap>(plan.apply(item_of("{a: 1, c: 1, d: 1, z: {m: 1}}")));
  EXPECT_EQ(after, item_of("{a: 1, b: 1, d: 1, z: {a: 1, m: 1, y: 1}}"));
}

TEST(Update, ChangesFewAttributesOfManyAsItChangesMany) {
  const std::string_view before = "{b: 1, d: 2, f: 3, h: 4, j: 5, l: 6, n: 7, p: 8}";
  const UpdateCase cases[] = {
      {"replaced", "SET d = :v", "{:v: 'x'}", before,
       "{b: 1, d: 'x', f: 3, h: 4, j: 5, l: 6, n: 7, p: 8}"},
      {"put in front", "SET a = :v", "{:v: 'x'}", before,
       "{a: 'x', b: 1, d: 2, f: 3, h: 4, j: 5, l: 6, n: 7, p: 8}"},
      {"put in between and at the end", "SET g = b, z = :v", "{:v: 'x'}", before,
       "{b: 1, d: 2, f: 3, g: 1, h: 4, j: 5, l: 6, n: 7, p: 8, z: 'x'}"},
      {"removed", "REMOVE b, p", "", before, "{d: 2, f: 3, h: 4, j: 5, l: 6, n: 7}"},
      {"removed, but missing", "REMOVE a, z", "", before, before},
      {"swapped", "SET b = p, p = b", "", before,
       "{b: 8, d: 2, f: 3, h: 4, j: 5, l: 6, n: 7, p: 1}"},
      {"nested", "SET b.c = :v", "{:v: 1}", before, kInvalidPath},
  };
  for (const UpdateCase& each : cases) {
    SCOPED_TRACE(each.title);
    EXPECT_EQ(applied(plan_of(each.text, each.values), each.before), each.after);
  }
}

struct UpdatedCase {
  std::string_view title;
  std::string_view text;
  std::string_view values;
  std::string_view before;
  std::string_view updated_old;
  std::string_view updated_new;
};

TEST(Update, AnswersThePartsItTouched) {
  const UpdatedCase cases[] = {
      {"whole attributes", "SET a = :v REMOVE b", "{:v: 2}", "{a: 1, b: 1, c: 1}", "{a: 1, b: 1}",
       "{a: 2}"},
      {"attributes that were not there", "SET a = :v", "{:v: 2}", "{}", "{}", "{a: 2}"},
      {"members come within their maps", "SET m.a = :v, m.d.e = :v", "{:v: 2}",
       "{m: {a: 1, b: 1, d: {e: 1, f: 1}}}", "{m: {a: 1, d: {e: 1}}}", "{m: {a: 2, d: {e: 2}}}"},
      {"elements come compacted in the order of their indexes", "SET l[3] = :v, l[1] = :w",
       "{:v: 'd', :w: 'b'}", "{l: [0, 1, 2, 3]}", "{l: [1, 3]}", "{l: ['b', 'd']}"},
      {"parts of elements", "SET l[1].a = :v", "{:v: 2}", "{l: [0, {a: 1, b: 1}]}",
       "{l: [{a: 1}]}", "{l: [{a: 2}]}"},
      {"a removal alone", "REMOVE a, m.b", "", "{a: 1, m: {b: 1}}", "{a: 1, m: {b: 1}}", "{}"},
  };
  for (const UpdatedCase& each : cases) {
    SCOPED_TRACE(each.title);
    const UpdatePlan plan = plan_of(each.text, each.values);
    const AttributeMap before = item_of(each.before);
    const auto after = std::get<AttributeMap>(plan.apply(before));
    EXPECT_EQ(to_text(plan.updated_attributes(before)), each.updated_old);
    EXPECT_EQ(to_text(plan.updated_attributes(after)), each.updated_new);
  }
}

TEST(Update, KnowsItsPathsInOrderOfAppearance) {
  const UpdatePlan plan = plan_of("SET b = :v, a.c[1] = :v REMOVE d", "{:v: 1}");
  ASSERT_EQ(plan.paths().size(), 3U);
  EXPECT_EQ(plan.paths()[0].to_string(), "[b]");
  EXPECT_EQ(plan.paths()[1].to_string(), "[a, c, [1]]");
  EXPECT_EQ(plan.paths()[2].to_string(), "[d]");
}

TEST(Update, KnowsWhetherItOnlyRemoves) {
  EXPECT_TRUE(plan_of("REMOVE a", "").only_removes());
  EXPECT_TRUE(plan_of("REMOVE a DELETE b :v", "{:v: <1>}").only_removes());
  EXPECT_FALSE(plan_of("REMOVE a SET b = :v", "{:v: 1}").only_removes());
  EXPECT_FALSE(plan_of("ADD b :v", "{:v: 1}").only_removes());
}

TEST(Update, KnowsTheOverheadThatTheServiceCounts) {
  EXPECT_EQ(plan_of("SET a = :v", "{:v: 1}").overhead_bytes(), 3U + 19U);
  EXPECT_EQ(plan_of("SET a = :v, b = :v ADD c :v REMOVE d DELETE e :s", "{:v: 1, :s: <1>}")
                .overhead_bytes(),
            3U + 3 * 19U + 2 * 2U);
}

}  // namespace
}  // namespace stator::expressions

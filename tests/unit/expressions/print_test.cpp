// Printing: exact texts of a few, and the round trip of many.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expressions/condition_tree.h"
#include "expressions/print.h"
#include "expressions/update_tree.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

constexpr std::string_view kValues =
    "{:s: 'x', :t: 'S', :n: 1, :m: 2, :b: b'x', :l: [1], :ss: <'a'>, :ns: <1>, :bs: <b'a'>, "
    ":u: null, :f: false}";

struct PrintCase {
  std::string_view text;
  std::string_view printed;
};

Condition condition_of(std::string_view text) {
  Substitutions substitutions({}, values_of(kValues));
  return Condition::bind(*parse_condition(text, ExpressionKind::kFilter), ExpressionKind::kFilter,
                         substitutions);
}
UpdatePlan plan_of(std::string_view text) {
  Substitutions substitutions({}, values_of(kValues));
  return UpdatePlan::bind(*parse_update(text), substitutions);
}

TEST(PrintedCondition, HasParenthesesWhereTheTreeNeedsThem) {
  const PrintCase cases[] = {
      {"a = :n", "#n0 = :v0"},
      {"(a = :n)", "#n0 = :v0"},
      {"a.b[1].a <> :n OR a >= :n AND b < :m",
       "#n0.#n1[1].#n0 <> :v0 OR #n0 >= :v0 AND #n1 < :v1"},
      {"(a = :n OR b = :n) AND c = :n", "(#n0 = :v0 OR #n1 = :v0) AND #n2 = :v0"},
      {"(a = :n AND b = :n) AND c = :n", "(#n0 = :v0 AND #n1 = :v0) AND #n2 = :v0"},
      {"a = :n OR (b = :n OR c = :n)", "#n0 = :v0 OR (#n1 = :v0 OR #n2 = :v0)"},
      {"NOT (a = :n AND b = :n) AND NOT NOT c = :n",
       "NOT (#n0 = :v0 AND #n1 = :v0) AND NOT NOT #n2 = :v0"},
      {"a BETWEEN :n AND size(b) AND c IN (:n, d, :s)",
       "#n0 BETWEEN :v0 AND size(#n1) AND #n2 IN (:v0, #n3, :v1)"},
      {"attribute_exists(a) AND attribute_not_exists(b[0]) AND attribute_type(c, :t)",
       "attribute_exists(#n0) AND attribute_not_exists(#n1[0]) AND attribute_type(#n2, :v0)"},
      {"begins_with(a, :s) OR contains(:l, a) OR size(:s) = :n",
       "begins_with(#n0, :v0) OR contains(:v1, #n0) OR size(:v0) = :v2"},
  };
  for (const PrintCase& each : cases) {
    SCOPED_TRACE(each.text);
    EXPECT_EQ(print(condition_of(each.text)).text, each.printed);
  }
}

TEST(PrintedUpdate, KeepsItsSections) {
  const PrintCase cases[] = {
      {"SET a = :n, b = a + :n REMOVE c[1], d ADD e :n DELETE f :ss",
       "SET #n0 = :v0, #n1 = #n0 + :v0 REMOVE #n2[1], #n3 ADD #n4 :v0 DELETE #n5 :v1"},
      {"REMOVE a SET b = (c - d)", "REMOVE #n0 SET #n1 = #n2 - #n3"},
      {"SET a = list_append(if_not_exists(a, :l), :l)",
       "SET #n0 = list_append(if_not_exists(#n0, :v0), :v0)"},
  };
  for (const PrintCase& each : cases) {
    SCOPED_TRACE(each.text);
    EXPECT_EQ(print(plan_of(each.text)).text, each.printed);
  }
}

TEST(PrintedKeyConditions, AreAConjunction) {
  const PrintCase cases[] = {
      {"a = :n", "#n0 = :v0"},
      {":n > b AND a = :s", "#n0 < :v0 AND #n1 = :v1"},
      {"a = :s AND begins_with(b, :s)", "#n0 = :v0 AND begins_with(#n1, :v0)"},
      {"b BETWEEN :n AND :m AND a = :s", "#n0 BETWEEN :v0 AND :v1 AND #n1 = :v2"},
  };
  for (const PrintCase& each : cases) {
    SCOPED_TRACE(each.text);
    Substitutions substitutions({}, values_of(kValues));
    const auto conditions = bind_key_conditions(
        *parse_condition(each.text, ExpressionKind::kKeyCondition), substitutions);
    EXPECT_EQ(print(conditions).text, each.printed);
    EXPECT_EQ(reprinted(conditions), conditions);
  }
}

TEST(PrintedProjection, IsAListOfPaths) {
  Substitutions substitutions;
  const auto paths = ProjectionPaths::bind(*parse_projection("a.b[0], c, a.d"), substitutions);
  EXPECT_EQ(print(paths).text, "#n0.#n1[0], #n2, #n0.#n3");
}

// Writes random expressions that are legal.
class ExpressionMaker {
 public:
  explicit ExpressionMaker(unsigned seed) : random_(seed) {}

  std::string condition(int depth) {
    switch (depth == 0 ? 3 : below(4)) {
      case 0: return joined(" AND ", depth);
      case 1: return joined(" OR ", depth);
      case 2: return "NOT " + group(condition(depth - 1));
      default: return test();
    }
  }

  std::string update() {
    std::vector<std::string> sections;
    if (below(4) != 0) {
      sections.push_back("SET " + list([this] { return target() + " = " + sum(); }));
    }
    if (below(2) == 0) sections.push_back("REMOVE " + list([this] { return target(); }));
    if (below(2) == 0) sections.push_back("ADD " + list([this] { return target() + " :ns"; }));
    if (below(2) == 0) sections.push_back("DELETE " + list([this] { return target() + " :ss"; }));
    if (sections.empty()) return "REMOVE a";
    std::shuffle(sections.begin(), sections.end(), random_);
    std::string text;
    for (const std::string& section : sections) text += section + " ";
    return text;
  }

  std::string projection() {
    return list([this] { return target(); });
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }

  template <class Make>
  std::string list(Make make) {
    std::string text = make();
    for (std::size_t more = below(3); more > 0; --more) text += ", " + make();
    return text;
  }

  std::string joined(std::string_view joint, int depth) {
    std::string text = group(condition(depth - 1));
    for (std::size_t more = 1 + below(3); more > 0; --more) {
      text += joint;
      text += group(condition(depth - 1));
    }
    return text;
  }

  // Parentheses, sometimes needed, around what has none.
  std::string group(std::string text) {
    if (below(2) == 0 || text.front() == '(') return text;
    return "(" + text + ")";
  }

  std::string test() {
    switch (below(8)) {
      case 0: return path() + " BETWEEN :n AND :m";
      case 1: return operand() + " IN (:n, size(b.c), :l)";
      case 2: return "attribute_exists(" + path() + ")";
      case 3: return "attribute_not_exists(" + path() + ")";
      case 4: return "attribute_type(" + path() + ", :t)";
      case 5: return "begins_with(" + path() + ", :b)";
      case 6: return "contains(" + path() + ", :u)";
      default: return operand() + comparator() + ":m";
    }
  }

  std::string comparator() {
    static constexpr std::string_view kAll[] = {" = ", " <> ", " < ", " <= ", " > ", " >= "};
    return std::string(kAll[below(6)]);
  }

  std::string operand() {
    switch (below(4)) {
      case 0: return "size(" + path() + ")";
      case 1: return ":n";
      default: return path();
    }
  }

  std::string path() {
    static constexpr std::string_view kNames[] = {"a", "b", "c", "d_1"};
    std::string text(kNames[below(4)]);
    for (std::size_t more = below(3); more > 0; --more) {
      text += below(3) == 0 ? "[" + std::to_string(below(3)) + "]"
                            : "." + std::string(kNames[below(4)]);
    }
    return text;
  }

  // Paths to write to, which never meet.
  std::string target() {
    std::string text = "t" + std::to_string(targets_++);
    if (below(3) == 0) text += ".a";
    if (below(3) == 0) text += "[" + std::to_string(below(3)) + "]";
    return text;
  }

  std::string sum() {
    switch (below(5)) {
      case 0: return number() + " + " + number();
      case 1: return "(" + number() + " - " + number() + ")";
      case 2: return "list_append(" + path() + ", list_append(:l, " + path() + "))";
      case 3: return "if_not_exists(" + path() + ", if_not_exists(" + path() + ", :u))";
      default: return below(2) == 0 ? path() : ":f";
    }
  }

  std::string number() {
    switch (below(3)) {
      case 0: return ":n";
      case 1: return "if_not_exists(" + path() + ", :m)";
      default: return path();
    }
  }

  std::mt19937 random_;
  int targets_ = 0;
};

constexpr unsigned kSeed = 38;

TEST(PrintedCondition, ParsesToTheSameTree) {
  SCOPED_TRACE(kSeed);
  ExpressionMaker maker(kSeed);
  int legal = 0;
  for (int i = 0; i < 3000; ++i) {
    // Redundant parentheses and operands that repeat come up by chance; those are not legal.
    const std::string text = maker.condition(i % 5);
    std::vector<Condition> made;
    if (!fault_of([&] { made.push_back(condition_of(text)); }).empty()) continue;
    ++legal;
    const Condition again = reprinted(made[0], ExpressionKind::kFilter);
    ASSERT_EQ(made[0].root(), again.root()) << text << "\n" << print(made[0]).text;
    ASSERT_EQ(print(made[0]).text, print(again).text);
  }
  EXPECT_GT(legal, 1500);
}

TEST(PrintedUpdate, ParsesToTheSameTree) {
  SCOPED_TRACE(kSeed);
  ExpressionMaker maker(kSeed);
  for (int i = 0; i < 3000; ++i) {
    const std::string text = maker.update();
    const UpdatePlan plan = plan_of(text);
    const UpdatePlan again = reprinted(plan);
    ASSERT_EQ(plan.actions(), again.actions()) << text << "\n" << print(plan).text;
  }
}

TEST(PrintedProjection, ParsesToTheSamePaths) {
  SCOPED_TRACE(kSeed);
  ExpressionMaker maker(kSeed);
  for (int i = 0; i < 3000; ++i) {
    Substitutions substitutions;
    const auto paths = ProjectionPaths::bind(*parse_projection(maker.projection()), substitutions);
    ASSERT_EQ(paths.paths(), reprinted(paths).paths());
  }
}

TEST(BoundTrees, CompareByValue) {
  EXPECT_EQ(condition_of("a = :n").root(), condition_of("(a) = (:n)").root());
  EXPECT_FALSE(condition_of("a = :n").root() == condition_of("a = :m").root());
  EXPECT_FALSE(condition_of("a = :n").root() == condition_of("a <> :n").root());
  EXPECT_FALSE(condition_of("NOT a = :n").root() == condition_of("NOT b = :n").root());
  EXPECT_FALSE(plan_of("SET a = :n").actions() == plan_of("SET a = :m").actions());
}

}  // namespace
}  // namespace stator::expressions

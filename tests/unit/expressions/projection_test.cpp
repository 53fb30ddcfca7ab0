// What projections show of items.
#include <gtest/gtest.h>

#include <string_view>

#include "expressions/projection.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

constexpr std::string_view kItem =
    "{a: 1, b: {c: 2, d: {e: 3, f: 4}}, l: [0, {x: 1, y: 2}, [5, 6], 3], 'q.r': 7, s: <'p'>}";

struct ProjectionCase {
  std::string_view title;
  std::string_view text;
  std::string_view expected;
};

constexpr ProjectionCase kCases[] = {
    {"a whole attribute", "a", "{a: 1}"},
    {"attributes in any order", "s, a", "{a: 1, s: <'p'>}"},
    {"what is missing", "zz, a, b.zz, l[9], s.b", "{a: 1}"},
    {"members of lists and elements of maps", "a, b[0], l.x", "{a: 1}"},
    {"nothing at all", "zz", "{}"},
    {"a member keeps its map", "b.c", "{b: {c: 2}}"},
    {"a deep member keeps its maps", "b.d.e", "{b: {d: {e: 3}}}"},
    {"members of one map", "b.d.f, b.c", "{b: {c: 2, d: {f: 4}}}"},
    {"elements close up", "l[3], l[0]", "{l: [0, 3]}"},
    {"a member of an element", "l[1].y", "{l: [{y: 2}]}"},
    {"an element of an element", "l[2][1], l[2][0]", "{l: [[5, 6]]}"},
    {"missing parts leave no empty shell", "b.d.zz, l[1].zz, b.c", "{b: {c: 2}}"},
    {"a name with a dot", "#q", "{q.r: 7}"},
};

TEST(Projection, ShowsThePartsBelowItsPaths) {
  const AttributeMap item = item_of(kItem);
  for (const ProjectionCase& each : kCases) {
    SCOPED_TRACE(each.title);
    Substitutions substitutions(names_of("{#q: 'q.r'}"), {});
    const auto paths = ProjectionPaths::bind(*parse_projection(each.text), substitutions);
    EXPECT_EQ(to_text(paths.project(item)), each.expected);
    EXPECT_EQ(to_text(project_paths(item, paths.paths())), each.expected);
  }
}

TEST(Projection, OfAttributesTakesNamesAsTheyAre) {
  const auto paths = ProjectionPaths::of_attributes({"q.r", "a", "status", "l[0]"});
  EXPECT_EQ(to_text(paths.project(item_of(kItem))), "{a: 1, q.r: 7}");
  EXPECT_EQ(paths.paths().size(), 4U);
}

TEST(Projection, OfNothingShowsNothing) {
  EXPECT_EQ(to_text(project_paths(item_of(kItem), {})), "{}");
}

}  // namespace
}  // namespace stator::expressions

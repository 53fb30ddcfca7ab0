// What conditions say of items.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "expressions/condition.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

Condition bound(std::string_view text, std::string_view names, std::string_view values) {
  Substitutions substitutions(names_of(names), values_of(values));
  const auto parsed = parse_condition(text, ExpressionKind::kCondition);
  return Condition::bind(*parsed, ExpressionKind::kCondition, substitutions);
}

struct MatchCase {
  std::string_view text;
  std::string_view values;
  bool expected;
};

// One attribute or more of each type.
constexpr std::string_view kItem =
    "{s: 'abc', e: '', n: 10, neg: -5, b: b'abc', t: true, f: false, u: null, ss: <'a', 'b'>, "
    "ns: <1, 2.5>, bs: <b'a'>, l: [1, 'x', [2], {k: 1}], el: [], m: {k: 'v', d: {e: 7}}, em: {}, "
    "s2: 'abc', n2: 10.0}";

constexpr MatchCase kCases[] = {
    // Equality, type by type; across types it is false.
    {"s = :v", "{:v: 'abc'}", true},
    {"s = :v", "{:v: 'abd'}", false},
    {"s = :v", "{:v: 10}", false},
    {"s = s2", "", true},
    {"n = :v", "{:v: 10.00}", true},
    {"n = :v", "{:v: 1e1}", true},
    {"n = n2", "", true},
    {"n = :v", "{:v: '10'}", false},
    {"b = :v", "{:v: b'abc'}", true},
    {"b = :v", "{:v: 'abc'}", false},
    {"b = s", "", false},
    {"t = :v", "{:v: true}", true},
    {"t = f", "", false},
    {"u = :v", "{:v: null}", true},
    {"ss = :v", "{:v: <'b', 'a'>}", true},
    {"ss = :v", "{:v: <'a'>}", false},
    {"ns = :v", "{:v: <2.50, 1.0>}", true},
    {"bs = :v", "{:v: <b'a'>}", true},
    {"l = :v", "{:v: [1.0, 'x', [2], {k: 1}]}", true},
    {"l = :v", "{:v: ['x', 1, [2], {k: 1}]}", false},
    {"m = :v", "{:v: {d: {e: 7.0}, k: 'v'}}", true},
    {"m = :v", "{:v: {k: 'v'}}", false},
    {":v = :w", "{:v: 1, :w: 1.0}", true},

    // Missing attributes: everything false but <>.
    {"x = :v", "{:v: 'abc'}", false},
    {"x <> :v", "{:v: 'abc'}", true},
    {":v <> x", "{:v: 'abc'}", true},
    {"x < :v", "{:v: 'abc'}", false},
    {"x <= :v", "{:v: 'abc'}", false},
    {"x > :v", "{:v: 'abc'}", false},
    {"x >= :v", "{:v: 'abc'}", false},
    {"x BETWEEN :v AND :v", "{:v: 'abc'}", false},
    {"s BETWEEN x AND :v", "{:v: 'abc'}", false},
    {"x IN (:v)", "{:v: 'abc'}", false},
    {"s IN (x, :v)", "{:v: 'abc'}", true},
    {"begins_with(x, :v)", "{:v: 'abc'}", false},
    {"begins_with(s, x)", "", false},
    {"contains(x, :v)", "{:v: 'abc'}", false},
    {"contains(s, x)", "", false},
    {"x = y", "", false},
    {"x <> y", "", true},
    {"NOT x = :v", "{:v: 'abc'}", true},
    {"NOT x <> :v", "{:v: 'abc'}", false},
    {"attribute_exists(x)", "", false},
    {"attribute_not_exists(x)", "", true},
    {"attribute_type(x, :v)", "{:v: 'S'}", false},
    {"m.x = :v", "{:v: 1}", false},
    {"m.x.y <> :v", "{:v: 1}", true},
    {"attribute_not_exists(x.y.z)", "", true},

    // Other types: <> true, orderings false.
    {"s <> :v", "{:v: 1}", true},
    {"s <> :v", "{:v: 'abc'}", false},
    {"n <> :v", "{:v: 10.0}", false},
    {"s < :v", "{:v: 1}", false},
    {"s > :v", "{:v: 1}", false},
    {"n < :v", "{:v: 'x'}", false},
    {"t < :v", "{:v: 'x'}", false},
    {"l >= :v", "{:v: 'x'}", false},
    {"b < :v", "{:v: 'zzz'}", false},
    {"t < f", "", false},
    {"l <= el", "", false},

    // Order: strings and binaries by bytes, numbers by value.
    {"s < :v", "{:v: 'abd'}", true},
    {"s < :v", "{:v: 'abc'}", false},
    {"s <= :v", "{:v: 'abc'}", true},
    {"s > :v", "{:v: 'ab'}", true},
    {"s > :v", "{:v: 'ABC'}", true},
    {"s < :v", "{:v: '\xC3\xA9'}", true},
    {"s >= :v", "{:v: 'abcd'}", false},
    {"n < :v", "{:v: 9}", false},
    {"n > :v", "{:v: 9}", true},
    {"n > :v", "{:v: 9.999}", true},
    {"n >= :v", "{:v: 10}", true},
    {"neg < :v", "{:v: -4}", true},
    {"neg < :v", "{:v: -6}", false},
    {"b < :v", "{:v: b'abd'}", true},
    {"b < :v", "{:v: b'\xFF'}", true},
    {"e < :v", "{:v: 'a'}", true},
    {":v > n", "{:v: 11}", true},

    // BETWEEN includes both ends.
    {"n BETWEEN :v AND :w", "{:v: 10, :w: 20}", true},
    {"n BETWEEN :v AND :w", "{:v: 1, :w: 10}", true},
    {"n BETWEEN :v AND :w", "{:v: 1, :w: 9}", false},
    {"n BETWEEN :v AND :w", "{:v: '1', :w: '9'}", false},
    {"s BETWEEN :v AND :w", "{:v: 'a', :w: 'b'}", true},
    {"b BETWEEN :v AND :w", "{:v: b'a', :w: b'b'}", true},
    {":v BETWEEN neg AND n", "{:v: 0}", true},
    {"n BETWEEN n2 AND n2", "", true},
    {"NOT n BETWEEN :v AND :w", "{:v: 1, :w: 9}", true},

    // IN is equality with any.
    {"n IN (:v, :w)", "{:v: 'x', :w: 10.0}", true},
    {"n IN (:v, :w)", "{:v: 'x', :w: 11}", false},
    {"ss IN (:v)", "{:v: <'b', 'a'>}", true},
    {"u IN (:v)", "{:v: null}", true},
    {":v IN (s, n)", "{:v: 10}", true},

    // Existence and types.
    {"attribute_exists(u)", "", true},
    {"attribute_exists(e)", "", true},
    {"attribute_not_exists(s)", "", false},
    {"attribute_exists(m.d.e)", "", true},
    {"attribute_exists(l[3].k)", "", true},
    {"attribute_exists(l[4])", "", false},
    {"attribute_exists(s[0])", "", false},
    {"attribute_exists(m[0])", "", false},
    {"attribute_exists(l.k)", "", false},
    {"attribute_type(s, :v)", "{:v: 'S'}", true},
    {"attribute_type(n, :v)", "{:v: 'N'}", true},
    {"attribute_type(b, :v)", "{:v: 'B'}", true},
    {"attribute_type(t, :v)", "{:v: 'BOOL'}", true},
    {"attribute_type(u, :v)", "{:v: 'NULL'}", true},
    {"attribute_type(ss, :v)", "{:v: 'SS'}", true},
    {"attribute_type(ns, :v)", "{:v: 'NS'}", true},
    {"attribute_type(bs, :v)", "{:v: 'BS'}", true},
    {"attribute_type(l, :v)", "{:v: 'L'}", true},
    {"attribute_type(m, :v)", "{:v: 'M'}", true},
    {"attribute_type(s, :v)", "{:v: 'N'}", false},
    {"attribute_type(l[1], :v)", "{:v: 'S'}", true},

    // begins_with: strings and binaries only.
    {"begins_with(s, :v)", "{:v: 'ab'}", true},
    {"begins_with(s, :v)", "{:v: ''}", true},
    {"begins_with(s, :v)", "{:v: 'abc'}", true},
    {"begins_with(s, :v)", "{:v: 'abcd'}", false},
    {"begins_with(s, :v)", "{:v: 'b'}", false},
    {"begins_with(b, :v)", "{:v: b'ab'}", true},
    {"begins_with(b, :v)", "{:v: 'ab'}", false},
    {"begins_with(n, :v)", "{:v: '1'}", false},
    {"begins_with(ss, :v)", "{:v: 'a'}", false},
    {"begins_with(:v, s)", "{:v: 'abcdef'}", true},

    // contains: substrings, members of sets, elements of lists.
    {"contains(s, :v)", "{:v: 'bc'}", true},
    {"contains(s, :v)", "{:v: ''}", true},
    {"contains(s, :v)", "{:v: 'ac'}", false},
    {"contains(s, :v)", "{:v: 1}", false},
    {"contains(b, :v)", "{:v: b'bc'}", true},
    {"contains(b, :v)", "{:v: 'bc'}", false},
    {"contains(ss, :v)", "{:v: 'b'}", true},
    {"contains(ss, :v)", "{:v: 'ab'}", false},
    {"contains(ss, :v)", "{:v: <'a'>}", false},
    {"contains(ns, :v)", "{:v: 2.50}", true},
    {"contains(ns, :v)", "{:v: '1'}", false},
    {"contains(bs, :v)", "{:v: b'a'}", true},
    {"contains(bs, :v)", "{:v: b'b'}", false},
    {"contains(l, :v)", "{:v: 1.0}", true},
    {"contains(l, :v)", "{:v: [2]}", true},
    {"contains(l, :v)", "{:v: {k: 1}}", true},
    {"contains(l, :v)", "{:v: 2}", false},
    {"contains(m, :v)", "{:v: 'k'}", false},
    {"contains(n, :v)", "{:v: 1}", false},
    {"contains(t, :v)", "{:v: true}", false},
    {"contains(:v, s)", "{:v: ['abc']}", true},
    {"contains(l, n)", "", false},

    // size: characters, bytes, elements.
    {"size(s) = :v", "{:v: 3}", true},
    {"size(e) = :v", "{:v: 0}", true},
    {"size(b) = :v", "{:v: 3}", true},
    {"size(ss) = :v", "{:v: 2}", true},
    {"size(ns) = :v", "{:v: 2}", true},
    {"size(bs) = :v", "{:v: 1}", true},
    {"size(l) = :v", "{:v: 4}", true},
    {"size(el) = :v", "{:v: 0}", true},
    {"size(m) = :v", "{:v: 2}", true},
    {"size(em) = :v", "{:v: 0}", true},
    {"size(l[3]) < size(l)", "", true},
    {"size(:v) = size(s)", "{:v: 'xyz'}", true},
    {"size(:v) = :n", "{:v: '\xC3\xA9\xE2\x82\xAC', :n: 2}", true},
    {"size(:v) = :n", "{:v: '\xF0\x9F\x98\x80', :n: 2}", true},
    {"size(:v) = :n", "{:v: b'\xC3\xA9', :n: 2}", true},
    {"size(s) IN (:v, :w)", "{:v: 1, :w: 3}", true},
    {"size(s) BETWEEN :v AND :w", "{:v: 1, :w: 3}", true},
    {"size(s) = :v", "{:v: '3'}", false},
    {"size(s) <> :v", "{:v: 4}", true},
    {"contains(ns, size(bs))", "", true},
    // What has no size matches nothing.
    {"size(n) = :v", "{:v: 2}", false},
    {"size(n) <> :v", "{:v: 2}", false},
    {"size(t) >= :v", "{:v: 0}", false},
    {"size(u) = :v", "{:v: 0}", false},
    {"size(x) < :v", "{:v: 5}", false},
    {"size(x) <> :v", "{:v: 5}", false},
    {"NOT size(x) < :v", "{:v: 5}", true},
    {"size(x) IN (:v)", "{:v: 5}", false},

    // NOT binds closest, then AND, then OR.
    {"s = :v OR n = :w AND n = :x", "{:v: 'abc', :w: 10, :x: 11}", true},
    {"(s = :v OR n = :w) AND n = :x", "{:v: 'abc', :w: 10, :x: 11}", false},
    {"NOT s = :v AND n = :w", "{:v: 'abc', :w: 10}", false},
    {"NOT (s = :v AND n = :x)", "{:v: 'abc', :x: 11}", true},
    {"NOT s = :v OR n = :w", "{:v: 'abc', :w: 10}", true},
    {"NOT NOT s = :v", "{:v: 'abc'}", true},
    {"n BETWEEN :v AND :w AND s = :x", "{:v: 1, :w: 20, :x: 'no'}", false},
    {"s = :x OR s = :x OR s = :v", "{:v: 'abc', :x: 'no'}", true},
    {"s = :v AND s = :v AND s = :x", "{:v: 'abc', :x: 'no'}", false},
};

TEST(Condition, SaysOfAnItemWhatTheServiceSays) {
  const AttributeMap item = item_of(kItem);
  for (const MatchCase& each : kCases) {
    SCOPED_TRACE(std::string(each.text) + " with " + std::string(each.values));
    // Names that are reserved words are short here on purpose; none is.
    EXPECT_EQ(bound(each.text, "", each.values).matches(item), each.expected);
  }
}

TEST(Condition, TakesAMissingItemForOneWithoutAttributes) {
  const AttributeMap missing;
  EXPECT_TRUE(bound("attribute_not_exists(a)", "", "").matches(missing));
  EXPECT_FALSE(bound("attribute_exists(a)", "", "").matches(missing));
  EXPECT_TRUE(bound("a <> :v", "", "{:v: 1}").matches(missing));
}

TEST(Condition, TakesTheNameBehindAPlaceholderForOneElement) {
  const AttributeMap item = item_of("{'a.b': 1, a: {b: 2}}");
  EXPECT_TRUE(bound("#n = :v", "{#n: 'a.b'}", "{:v: 1}").matches(item));
  EXPECT_TRUE(bound("a.b = :v", "", "{:v: 2}").matches(item));
}

TEST(Condition, VisitsItsPathsInOrderOfAppearance) {
  const Condition condition = bound(
      "a = b.c AND NOT size(d) > :v OR begins_with(e, f) AND g IN (h, :v) AND "
      "i BETWEEN j AND k AND contains(l, m) AND attribute_exists(n) AND "
      "attribute_not_exists(o[1]) AND attribute_type(p, :t)",
      "", "{:v: 1, :t: 'S'}");
  std::vector<std::string> paths;
  condition.for_each_path([&](const DocumentPath& path) { paths.push_back(path.to_string()); });
  EXPECT_EQ(paths, (std::vector<std::string>{"[a]", "[b, c]", "[d]", "[e]", "[f]", "[g]", "[h]",
                                             "[i]", "[j]", "[k]", "[l]", "[m]", "[n]",
                                             "[o, [1]]", "[p]"}));
}

TEST(Condition, OutlivesTheTextAndTheSubstitutions) {
  Condition condition = bound("a = :v", "", "{:v: 1}");
  {
    std::string text = "b = :v AND c = :v";
    Substitutions substitutions({}, values_of("{:v: 2}"));
    condition = Condition::bind(*parse_condition(text, ExpressionKind::kFilter),
                                ExpressionKind::kFilter, substitutions);
  }
  EXPECT_TRUE(condition.matches(item_of("{b: 2, c: 2}")));
}

}  // namespace
}  // namespace stator::expressions

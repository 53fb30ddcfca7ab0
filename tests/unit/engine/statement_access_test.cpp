// How a WHERE clause reaches its items.
#include "engine/statement/access.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "expressions/partiql/bind.h"
#include "expressions/partiql/parse.h"
#include "model/error.h"

namespace stator::engine {
namespace {

namespace partiql = expressions::partiql;

KeySchema composite() { return {{{"pk", ScalarType::kS}}, {{"sk", ScalarType::kN}}}; }
KeySchema simple() { return {{{"pk", ScalarType::kS}}, {}}; }
KeySchema wide() {
  return {{{"h1", ScalarType::kS}, {"h2", ScalarType::kS}},
          {{"r1", ScalarType::kN}, {"r2", ScalarType::kN}}};
}

partiql::BoundSelect select_where(std::string_view rest) {
  const std::string text = "SELECT * FROM t " + std::string(rest);
  return std::get<partiql::BoundSelect>(
      partiql::bind_parameters(partiql::parse_statement(text), {}));
}

std::string_view sign(expressions::KeyOperator op) {
  switch (op) {
    case expressions::KeyOperator::kEqual: return "=";
    case expressions::KeyOperator::kLess: return "<";
    case expressions::KeyOperator::kLessOrEqual: return "<=";
    case expressions::KeyOperator::kGreater: return ">";
    case expressions::KeyOperator::kGreaterOrEqual: return ">=";
    case expressions::KeyOperator::kBetween: return "..";
    case expressions::KeyOperator::kBeginsWith: return "^";
  }
  return "";
}

std::string shown(const AttributeValue& value) {
  if (const auto* number = value.get_if<Number>()) return number->to_string();
  return std::string(value.get_if<Text>()->view());
}

// "pk=a sk>1 | pk=b sk>1", or "scan"; "<-" in front when read backwards.
std::string shown(const SelectAccess& access) {
  if (access.is_scan()) return "scan";
  std::string text = access.order == ReadOrder::kBackward ? "<- " : "";
  for (const auto& conditions : access.partitions) {
    if (&conditions != access.partitions.data()) text += " | ";
    for (const auto& condition : conditions) {
      if (&condition != conditions.data()) text += " ";
      text += condition.attribute;
      text += sign(condition.op);
      for (const AttributeValue& value : condition.values) {
        if (&value != condition.values.data()) text += ",";
        text += shown(value);
      }
    }
  }
  return text;
}

std::string access_of(std::string_view rest, const KeySchema& schema) {
  const auto select = select_where(rest);
  try {
    return shown(resolve_access(select.where, select.order, schema));
  } catch (const Error& error) {
    return error.message();
  }
}

struct AccessCase {
  std::string_view rest;
  std::string_view access;
};

constexpr AccessCase kCompositeCases[] = {
    {"", "scan"},
    {"WHERE pk = 'a'", "pk=a"},
    {"WHERE 'a' = pk", "pk=a"},
    {"WHERE pk = 'a' AND sk = 1", "pk=a sk=1"},
    {"WHERE sk = 1 AND (x = 1 AND pk = 'a')", "pk=a sk=1"},
    {"WHERE pk = 'a' AND sk > 1 AND sk = 2", "pk=a sk=2"},
    {"WHERE pk = 'a' AND sk >= 1 AND sk < 2", "pk=a sk>=1"},
    {"WHERE pk = 'a' AND 1 < sk", "pk=a sk>1"},
    {"WHERE pk = 'a' AND 1 >= sk", "pk=a sk<=1"},
    {"WHERE pk = 'a' AND sk BETWEEN 1 AND 2", "pk=a sk..1,2"},
    {"WHERE pk = 'a' AND begins_with(sk, 'x')", "pk=a sk^x"},
    {"WHERE pk = 'a' AND sk <> 1", "pk=a"},
    {"WHERE pk = 'a' AND sk IN [1, 2]", "pk=a"},
    {"WHERE pk = 'a' AND NOT sk = 1", "pk=a"},
    {"WHERE pk = 'a' AND (sk = 1 OR sk = 2)", "pk=a"},
    {"WHERE pk = 'a' AND sk > size(x)", "pk=a"},
    {"WHERE pk = 'a' AND x > 1", "pk=a"},
    {"WHERE pk IN ['b', 'a', 'b']", "pk=b | pk=a"},
    {"WHERE pk IN ['b', 'a'] AND sk > 1", "pk=b sk>1 | pk=a sk>1"},
    {"WHERE pk = 'a' OR pk = 'b'", "pk=a | pk=b"},
    {"WHERE pk IN ['a', 'b'] AND pk = 'b'", "pk=b"},
    {"WHERE pk = x", "scan"},
    {"WHERE pk IN ['a', x]", "scan"},
    {"WHERE pk.x = 'a'", "scan"},
    {"WHERE pk > 'a'", "scan"},
    {"WHERE NOT pk = 'a'", "scan"},
    {"WHERE pk = 'a' OR x = 1", "scan"},
    {"WHERE pk = 'a' OR pk > 'b'", "scan"},
    {"WHERE (pk = 'a' AND sk = 1) OR (pk = 'b' AND sk = 2)", "scan"},
    {"WHERE sk = 1", "scan"},
    {"WHERE pk = 'a' ORDER BY sk", "pk=a"},
    {"WHERE pk = 'a' ORDER BY sk DESC", "<- pk=a"},
    {"WHERE pk = 'a' ORDER BY pk DESC", "pk=a"},
    {"WHERE pk = 'a' ORDER BY pk, sk DESC", "<- pk=a"},
    {"WHERE pk IN ['b', 'c', 'a'] ORDER BY pk", "pk=a | pk=b | pk=c"},
    {"WHERE pk IN ['b', 'c', 'a'] ORDER BY pk DESC, sk DESC", "<- pk=c | pk=b | pk=a"},
    {"WHERE pk IN ['b', 'a'] ORDER BY sk",
     "ORDER BY must begin with the partition key when the WHERE clause has several values of it"},
    {"ORDER BY sk", "Must have WHERE clause in the statement when using ORDER BY clause."},
    {"WHERE pk = 'a' ORDER BY x", "Attribute x in ORDER BY clause must be part of the primary key"},
    {"WHERE pk > 'a' ORDER BY sk",
     "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY "
     "clause."},
};

constexpr AccessCase kWideCases[] = {
    {"WHERE h1 = 'a'", "scan"},
    {"WHERE h1 = 'a' AND h2 = 'b'", "h1=a h2=b"},
    {"WHERE h1 IN ['a', 'b'] AND h2 = 'b'", "scan"},
    {"WHERE h2 = 'b' AND h1 = 'a' AND r2 = 1", "h1=a h2=b"},
    {"WHERE h1 = 'a' AND h2 = 'b' AND r1 > 1 AND r2 = 1", "h1=a h2=b r1>1"},
    {"WHERE h1 = 'a' AND h2 = 'b' AND r2 < 3 AND r1 = 1", "h1=a h2=b r1=1 r2<3"},
    {"WHERE h1 = 'a' AND h2 = 'b' ORDER BY r1 DESC, r2 DESC", "<- h1=a h2=b"},
    {"WHERE h1 = 'a' AND h2 = 'b' ORDER BY r1, r2 DESC",
     "ORDER BY must have one direction for all sort key attributes"},
};

TEST(StatementAccess, OfKeysWithASortKey) {
  for (const AccessCase& each : kCompositeCases) {
    EXPECT_EQ(access_of(each.rest, composite()), each.access) << each.rest;
  }
}

TEST(StatementAccess, OfKeysOfSeveralAttributes) {
  for (const AccessCase& each : kWideCases) {
    EXPECT_EQ(access_of(each.rest, wide()), each.access) << each.rest;
  }
}

TEST(StatementAccess, OfFiftyPartitionsAtMost) {
  std::string list = "'0'";
  for (int i = 1; i < 50; ++i) list += ", '" + std::to_string(i) + "'";
  EXPECT_NE(access_of("WHERE pk IN [" + list + "]", simple()).find("pk=49"), std::string::npos);
  EXPECT_EQ(access_of("WHERE pk IN [" + list + ", '50']", simple()),
            "The IN operator is provided with too many operands; number of operands: 51");
}

// The key, then whether an item with only an x passes the rest.
std::string split_of(std::string_view rest, const KeySchema& schema, std::string_view x) {
  const auto keyed = split_key(select_where(rest).where, schema);
  if (!keyed) return "no key";
  std::string text;
  for (const Attribute& attribute : keyed->key) {
    text += attribute.name.view();
    text += "=" + shown(attribute.value) + " ";
  }
  if (!keyed->rest) return text + "no rest";
  AttributeMap item;
  item.set("x", AttributeValue::string(x));
  return text + (keyed->rest->matches(item) ? "matches" : "fails");
}

TEST(StatementAccess, KeysAndWhatIsAskedBesides) {
  EXPECT_EQ(split_of("", simple(), ""), "no key");
  EXPECT_EQ(split_of("WHERE pk = 'a'", simple(), ""), "pk=a no rest");
  EXPECT_EQ(split_of("WHERE pk = 'a'", composite(), ""), "no key");
  EXPECT_EQ(split_of("WHERE 1 = sk AND pk = 'a'", composite(), ""), "pk=a sk=1 no rest");
  EXPECT_EQ(split_of("WHERE pk = 'a' AND sk > 1", composite(), ""), "no key");
  EXPECT_EQ(split_of("WHERE pk = 'a' OR pk = 'b'", simple(), ""), "no key");
  EXPECT_EQ(split_of("WHERE pk IN ['a']", simple(), ""), "no key");
  EXPECT_EQ(split_of("WHERE NOT pk = 'a'", simple(), ""), "no key");
  EXPECT_EQ(split_of("WHERE (x = 'y' AND pk = 'a')", simple(), "y"), "pk=a matches");
  EXPECT_EQ(split_of("WHERE x = 'y' AND pk = 'a'", simple(), "z"), "pk=a fails");
  EXPECT_EQ(split_of("WHERE pk = 'a' AND pk = 'a'", simple(), "z"), "pk=a fails");
  EXPECT_EQ(split_of("WHERE pk = 'a' AND (x = 'y' OR x = 'z')", simple(), "z"), "pk=a matches");
}

}  // namespace
}  // namespace stator::engine

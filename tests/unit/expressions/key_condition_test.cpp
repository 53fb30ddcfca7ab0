// Key conditions: which are legal, and which keys they cover.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "expressions/key_condition.h"
#include "value_text.h"

namespace stator::expressions {
namespace {

std::vector<KeyCondition> conditions_of(std::string_view text, std::string_view names,
                                        std::string_view values) {
  Substitutions substitutions(names_of(names), values_of(values));
  return bind_key_conditions(*parse_condition(text, ExpressionKind::kKeyCondition), substitutions);
}

std::string show(const std::vector<KeyCondition>& conditions) {
  constexpr std::string_view kOperators[] = {"=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"};
  std::string text;
  for (const KeyCondition& condition : conditions) {
    if (!text.empty()) text += " AND ";
    text += condition.attribute + " " +
            std::string(kOperators[static_cast<std::size_t>(condition.op)]);
    for (const AttributeValue& value : condition.values) text += " " + to_text(value);
  }
  return text;
}

struct LegalCase {
  std::string_view title;
  std::string_view text;
  std::string_view expected;
};

constexpr LegalCase kLegalCases[] = {
    {"equality", "pk = :a", "pk = 'a'"},
    {"equality and each operator", "pk = :a AND sk < :b", "pk = 'a' AND sk < 'b'"},
    {"<=", "pk = :a AND sk <= :b", "pk = 'a' AND sk <= 'b'"},
    {">", "pk = :a AND sk > :b", "pk = 'a' AND sk > 'b'"},
    {">=", "pk = :a AND sk >= :b", "pk = 'a' AND sk >= 'b'"},
    {"BETWEEN", "pk = :a AND sk BETWEEN :a AND :b", "pk = 'a' AND sk BETWEEN 'a' 'b'"},
    {"begins_with", "pk = :a AND begins_with(sk, :b)", "pk = 'a' AND sk begins_with 'b'"},
    {"values on the left are flipped", ":a = pk AND :b <= sk", "pk = 'a' AND sk >= 'b'"},
    {"< flipped", ":b < sk AND pk = :a", "sk > 'b' AND pk = 'a'"},
    {"> flipped", ":b > sk AND pk = :a", "sk < 'b' AND pk = 'a'"},
    {">= flipped", ":b >= sk AND pk = :a", "sk <= 'b' AND pk = 'a'"},
    {"groups", "(pk = :a) AND (sk = :b)", "pk = 'a' AND sk = 'b'"},
    {"a group round everything", "(pk = :a AND sk = :b)", "pk = 'a' AND sk = 'b'"},
    {"placeholders for names", "#p = :a AND #d = :b", "pk = 'a' AND a.b = 'b'"},
    {"many", "p = :a AND q = :b AND r = :a AND s > :b",
     "p = 'a' AND q = 'b' AND r = 'a' AND s > 'b'"},
};

TEST(KeyCondition, IsReadOffTheExpression) {
  for (const LegalCase& each : kLegalCases) {
    SCOPED_TRACE(each.title);
    Substitutions substitutions(names_of("{#p: 'pk', #d: 'a.b'}"), values_of("{:a: 'a', :b: 'b'}"));
    const auto conditions = bind_key_conditions(
        *parse_condition(each.text, ExpressionKind::kKeyCondition), substitutions);
    EXPECT_EQ(show(conditions), each.expected);
  }
}

struct FaultCase {
  std::string_view title;
  std::string_view text;
  std::string_view expected;  // without the prefix of the kind
};

constexpr FaultCase kFaultCases[] = {
    {"OR", "pk = :a OR sk = :a", "Invalid operator used in KeyConditionExpression: OR"},
    {"OR within AND", "pk = :a AND (sk = :a OR sk = :b)",
     "Invalid operator used in KeyConditionExpression: OR"},
    {"NOT", "pk = :a AND NOT sk = :a", "Invalid operator used in KeyConditionExpression: NOT"},
    {"IN", "pk IN (:a)", "Invalid operator used in KeyConditionExpression: IN"},
    {"<>", "pk = :a AND sk <> :a", "Invalid operator used in KeyConditionExpression: <>"},
    {"attribute_exists", "attribute_exists(pk)",
     "Invalid operator used in KeyConditionExpression: attribute_exists"},
    {"attribute_not_exists", "pk = :a AND attribute_not_exists(sk)",
     "Invalid operator used in KeyConditionExpression: attribute_not_exists"},
    {"attribute_type", "attribute_type(pk, :t)",
     "Invalid operator used in KeyConditionExpression: attribute_type"},
    {"contains", "pk = :a AND contains(sk, :a)",
     "Invalid operator used in KeyConditionExpression: contains"},
    {"AND within AND", "(pk = :a AND sk = :a) AND x = :a",
     "KeyConditionExpressions cannot contain nested operations"},
    {"a function for an operand", "pk = :a AND size(sk) = :n",
     "KeyConditionExpressions cannot contain nested operations"},
    {"a nested path", "pk.a = :a", "KeyConditionExpressions cannot have conditions on nested "
     "attributes"},
    {"an element", "pk = :a AND sk[0] > :a",
     "KeyConditionExpressions cannot have conditions on nested attributes"},
    {"two names", "pk = sk",
     "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"},
    {"two names in BETWEEN", "pk = :a AND sk BETWEEN x AND :b",
     "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"},
    {"two names in begins_with", "begins_with(pk, sk)",
     "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"},
    {"no name", ":a = :a", "Invalid condition in KeyConditionExpression: No key attribute "
     "specified"},
    {"no name in BETWEEN", ":a BETWEEN :a AND :b",
     "Invalid condition in KeyConditionExpression: No key attribute specified"},
    {"a name that is not first in BETWEEN", "pk = :a AND :b BETWEEN sk AND :b",
     "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as "
     "its first operand"},
    {"a name that is not first in begins_with", "begins_with(:a, pk)",
     "Invalid condition in KeyConditionExpression: begins_with operator must have the key "
     "attribute as its first operand"},
    {"a key twice", "pk = :a AND pk = :b",
     "KeyConditionExpressions must only contain one condition per key"},
    {"the rules of all conditions", "pk = :a AND sk BETWEEN :b AND :a",
     "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower "
     "bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {S:a}"},
    {"an undefined value", "pk = :x",
     "An expression attribute value used in expression is not defined; attribute value: :x"},
    {"begins_with a number", "pk = :a AND begins_with(sk, :n)",
     "Incorrect operand type for operator or function; operator or function: begins_with, operand "
     "type: N"},
};

TEST(KeyCondition, IsRefusedInTheWordsOfTheService) {
  for (const FaultCase& each : kFaultCases) {
    SCOPED_TRACE(each.title);
    const auto read = [&] {
      conditions_of(each.text, "", "{:a: 'a', :b: 'b', :n: 1, :t: 'S'}");
    };
    EXPECT_EQ(fault_of(read),
              "Invalid KeyConditionExpression: " + std::string(each.expected));
  }
}

// "pk:S sk:N" before and after a bar: the HASH and the RANGE attributes.
KeySchema schema_of(std::string_view text) {
  KeySchema schema;
  std::vector<KeyAttribute>* keys = &schema.hash;
  std::string word;
  const auto finish = [&] {
    if (word == "|") {
      keys = &schema.range;
    } else if (!word.empty()) {
      const char type = word.back();
      keys->push_back({word.substr(0, word.size() - 2),
                       type == 'S' ? ScalarType::kS
                                   : type == 'N' ? ScalarType::kN : ScalarType::kB});
    }
    word.clear();
  };
  for (const char c : text) {
    if (c == ' ') {
      finish();
    } else {
      word += c;
    }
  }
  finish();
  return schema;
}

struct SchemaCase {
  std::string_view title;
  std::string_view schema;
  std::string_view text;
  std::string_view values;
  std::string_view expected;  // "" when legal
};

constexpr std::string_view kWrongType =
    "One or more parameter values were invalid: Condition parameter type does not match schema "
    "type";

constexpr SchemaCase kSchemaCases[] = {
    {"a partition", "pk:S", "pk = :a", "{:a: 'a'}", ""},
    {"a partition of a table with a sort key", "pk:S | sk:N", "pk = :a", "{:a: 'a'}", ""},
    {"both keys in the other order", "pk:S | sk:N", "sk > :n AND pk = :a", "{:a: 'a', :n: 1}", ""},
    {"no HASH key", "pk:S | sk:N", "sk = :n", "{:n: 1}",
     "Query condition missed key schema element: pk"},
    {"another attribute", "pk:S", "x = :a", "{:a: 'a'}",
     "Query condition missed key schema element: pk"},
    {"another attribute beside the HASH key", "pk:S | sk:N", "pk = :a AND x = :a", "{:a: 'a'}",
     "Query condition missed key schema element: sk"},
    {"another attribute in place of the HASH key", "pk:S | sk:N", "x = :a AND sk = :n",
     "{:a: 'a', :n: 1}", "Query condition missed key schema element: pk"},
    {"an inequality on the HASH key", "pk:S | sk:N", "pk > :a", "{:a: 'a'}",
     "Query key condition not supported"},
    {"a prefix of the HASH key", "pk:S", "begins_with(pk, :a)", "{:a: 'a'}",
     "Query key condition not supported"},
    {"more conditions than keys", "pk:S", "pk = :a AND sk = :a", "{:a: 'a'}",
     "The number of query conditions (2) exceeds the number of key attributes defined in the "
     "schema (1)"},
    {"three conditions on two keys", "pk:S | sk:S", "pk = :a AND sk = :a AND x = :a", "{:a: 'a'}",
     "The number of query conditions (3) exceeds the number of key attributes defined in the "
     "schema (2)"},
    {"a HASH value of another type", "pk:S", "pk = :a", "{:a: 1}", kWrongType},
    {"a RANGE value of another type", "pk:S | sk:N", "pk = :a AND sk < :a", "{:a: 'a'}",
     kWrongType},
    {"BETWEEN of another type", "pk:S | sk:N", "pk = :a AND sk BETWEEN :a AND :a", "{:a: 'a'}",
     kWrongType},
    {"a type that no key has", "pk:S", "pk = :a", "{:a: [1]}", kWrongType},
    {"begins_with on a number", "pk:S | sk:N", "pk = :a AND begins_with(sk, :a)", "{:a: 'a'}",
     kWrongType},
    {"an empty string", "pk:S", "pk = :a", "{:a: ''}",
     "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
     "contain an empty string value. Key: pk"},
    {"an empty binary", "pk:S | sk:B", "pk = :a AND sk > :b", "{:a: 'a', :b: b''}",
     "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
     "contain an empty binary value. Key: sk"},

    {"every HASH attribute", "a:S b:N", "b = :n AND a = :a", "{:a: 'a', :n: 1}", ""},
    {"a missing HASH attribute", "a:S b:N | c:S", "a = :a AND c = :a", "{:a: 'a'}",
     "Query condition missed key schema element: b"},
    {"an inequality on the second HASH attribute", "a:S b:N", "a = :a AND b > :n",
     "{:a: 'a', :n: 1}", "Query key condition not supported"},
    {"some RANGE attributes from the left", "a:S | b:S c:S d:S", "a = :a AND b = :a AND c > :a",
     "{:a: 'a'}", ""},
    {"every attribute", "a:S b:S | c:S d:S", "a = :a AND b = :a AND c = :a AND d = :a",
     "{:a: 'a'}", ""},
    {"a gap", "a:S | b:S c:S d:S", "a = :a AND c = :a", "{:a: 'a'}",
     "RANGE key attributes b must have equality conditions specified in the query because a "
     "condition is present on key attribute c"},
    {"a gap of two", "a:S | b:S c:S d:S", "a = :a AND d = :a", "{:a: 'a'}",
     "RANGE key attributes b, c must have equality conditions specified in the query because a "
     "condition is present on key attribute d"},
    {"an inequality before another condition", "a:S | b:S c:S", "a = :a AND b > :a AND c = :a",
     "{:a: 'a'}",
     "RANGE key attributes b must have equality conditions specified in the query because a "
     "condition is present on key attribute c"},
};

TEST(KeyConditions, AreHeldAgainstTheSchema) {
  for (const SchemaCase& each : kSchemaCases) {
    SCOPED_TRACE(each.title);
    const auto conditions = conditions_of(each.text, "", each.values);
    const auto resolve = [&] { resolve_key_conditions(conditions, schema_of(each.schema)); };
    EXPECT_EQ(fault_of(resolve), each.expected);
  }
}

TEST(KeyConditions, AreHeldAgainstTheSizesOfKeys) {
  const auto fault = [](std::size_t hash_bytes, std::size_t range_bytes) {
    const std::vector<KeyCondition> conditions = {
        {"pk", KeyOperator::kEqual, {AttributeValue(std::string(hash_bytes, 'a'))}},
        {"sk", KeyOperator::kEqual, {AttributeValue(std::string(range_bytes, 'a'))}}};
    return fault_of([&] { resolve_key_conditions(conditions, schema_of("pk:S | sk:S")); });
  };
  EXPECT_EQ(fault(2048, 1024), "");
  EXPECT_EQ(fault(2049, 1),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes");
  EXPECT_EQ(fault(1, 1025),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
}

TEST(KeyConditions, KnowWhetherTheyMeanOneKey) {
  const auto is_single = [](std::string_view schema, std::string_view text) {
    return resolve_key_conditions(conditions_of(text, "", "{:a: 'a'}"), schema_of(schema))
        .is_single_key;
  };
  EXPECT_TRUE(is_single("pk:S", "pk = :a"));
  EXPECT_FALSE(is_single("pk:S | sk:S", "pk = :a"));
  EXPECT_TRUE(is_single("pk:S | sk:S", "pk = :a AND sk = :a"));
  EXPECT_FALSE(is_single("pk:S | sk:S", "pk = :a AND sk >= :a"));
  EXPECT_FALSE(is_single("pk:S | a:S b:S", "pk = :a AND a = :a"));
}

// Whether a value meets a condition, in the plainest words.
bool meets(const AttributeValue& value, const KeyCondition& condition) {
  const AttributeValue& first = condition.values.front();
  const auto less = [](const AttributeValue& a, const AttributeValue& b) {
    if (const auto* number = a.get_if<Number>()) return *number < *b.get_if<Number>();
    if (const auto* text = a.get_if<Text>()) return *text < *b.get_if<Text>();
    return a.get_if<Binary>()->bytes < b.get_if<Binary>()->bytes;
  };
  const auto bytes = [](const AttributeValue& a) {
    const auto* text = a.get_if<Text>();
    return text != nullptr ? *text : a.get_if<Binary>()->bytes;
  };
  switch (condition.op) {
    case KeyOperator::kEqual: return value == first;
    case KeyOperator::kLess: return less(value, first);
    case KeyOperator::kLessOrEqual: return !less(first, value);
    case KeyOperator::kGreater: return less(first, value);
    case KeyOperator::kGreaterOrEqual: return !less(value, first);
    case KeyOperator::kBetween:
      return !less(value, first) && !less(condition.values.back(), value);
    case KeyOperator::kBeginsWith: return bytes(value).starts_with(bytes(first));
  }
  return false;
}

class KeyMaker {
 public:
  explicit KeyMaker(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return random_() % end; }

  // Few different values, so that equal ones and prefixes are frequent.
  AttributeValue value(ScalarType type) {
    if (type == ScalarType::kN) {
      static constexpr std::string_view kNumbers[] = {
          "0", "1", "-1", "10", "-10", "1.5", "2", "99", "100", "-0.001", "1e125", "-1e125",
          "1e-130", "-1e-130", "12345678901234567890123456789012345678"};
      return AttributeValue(std::get<Number>(Number::parse(kNumbers[below(std::size(kNumbers))])));
    }
    std::string bytes;
    static constexpr char kBytes[] = {'a', 'b', '\0', '\x01', '\xFE', '\xFF'};
    for (std::size_t count = 1 + below(3); count > 0; --count) bytes += kBytes[below(6)];
    if (type == ScalarType::kB) return AttributeValue(Binary{bytes});
    return AttributeValue(bytes);
  }

  KeyCondition condition(const KeyAttribute& key, KeyOperator op) {
    KeyCondition condition{key.name, op, {value(key.type)}};
    if (op == KeyOperator::kBetween) condition.values.push_back(value(key.type));
    return condition;
  }

  KeyOperator any_operator(ScalarType type) {
    return static_cast<KeyOperator>(below(type == ScalarType::kN ? 6 : 7));
  }

 private:
  std::mt19937 random_;
};

AttributeMap random_item(KeyMaker& maker, const KeySchema& schema) {
  std::vector<Attribute> attributes;
  for (const auto* keys : {&schema.hash, &schema.range}) {
    for (const KeyAttribute& key : *keys) attributes.push_back({key.name, maker.value(key.type)});
  }
  return AttributeMap(std::move(attributes));
}

std::vector<KeyCondition> random_conditions(KeyMaker& maker, const KeySchema& schema) {
  std::vector<KeyCondition> conditions;
  for (const KeyAttribute& key : schema.hash) {
    conditions.push_back(maker.condition(key, KeyOperator::kEqual));
  }
  const std::size_t ranges = maker.below(schema.range.size() + 1);
  for (std::size_t i = 0; i < ranges; ++i) {
    const KeyAttribute& key = schema.range[i];
    const bool is_last = i + 1 == ranges;
    conditions.push_back(
        maker.condition(key, is_last ? maker.any_operator(key.type) : KeyOperator::kEqual));
  }
  return conditions;
}

bool meets_all(const AttributeMap& item, const std::vector<KeyCondition>& conditions) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const KeyCondition& condition) {
    return meets(*item.find(condition.attribute), condition);
  });
}

TEST(KeyRanges, CoverExactlyTheKeysThatMeetTheConditions) {
  constexpr unsigned kSeed = 20120810;
  SCOPED_TRACE(kSeed);
  KeyMaker maker(kSeed);
  const std::string_view schemas[] = {"p:S", "p:N", "p:S | s:S", "p:N | s:N", "p:B | s:B",
                                      "p:S | s:N"};
  for (const std::string_view text : schemas) {
    SCOPED_TRACE(text);
    const KeySchema schema = schema_of(text);
    for (int round = 0; round < 3000; ++round) {
      const auto conditions = random_conditions(maker, schema);
      const KeyQuery query = resolve_key_conditions(conditions, schema);
      AttributeMap item = random_item(maker, schema);
      // Half the items share the partition asked for: two in a hundred would by chance.
      if (round % 2 == 0) item.set(conditions[0].attribute, conditions[0].values[0]);
      const KeyBytes key = table_key(item, schema);
      ASSERT_EQ(query.range.contains(key), meets_all(item, conditions))
          << show(conditions) << " against " << to_text(item);
      ASSERT_EQ(key.starts_with(query.partition), meets(*item.find("p"), conditions[0]));
    }
  }
}

TEST(KeyRanges, CoverExactlyTheIndexEntriesThatMeetTheConditions) {
  constexpr unsigned kSeed = 20251119;
  SCOPED_TRACE(kSeed);
  KeyMaker maker(kSeed);
  const KeySchema table = schema_of("tp:S | ts:N");
  const std::string_view schemas[] = {"p:S", "p:S | s:S", "p:S q:N r:B u:S | a:S b:N c:B d:S",
                                      "p:N | a:N b:N", "p:S q:S | a:S b:S c:S"};
  for (const std::string_view text : schemas) {
    SCOPED_TRACE(text);
    const KeySchema schema = schema_of(text);
    for (int round = 0; round < 3000; ++round) {
      const auto conditions = random_conditions(maker, schema);
      const KeyQuery query = resolve_key_conditions(conditions, schema);
      AttributeMap item = random_item(maker, schema);
      for (const auto& key : {std::pair{"tp", ScalarType::kS}, {"ts", ScalarType::kN}}) {
        item.set(key.first, maker.value(key.second));
      }
      // Equalities are met by chance too seldom: meet some of them on purpose.
      for (const KeyCondition& condition : conditions) {
        if (maker.below(8) != 0) item.set(condition.attribute, condition.values[0]);
      }
      ASSERT_EQ(query.range.contains(*index_key(item, schema, table)), meets_all(item, conditions))
          << show(conditions) << " against " << to_text(item);
    }
  }
}

TEST(KeyRanges, OfReversedBoundsAreEmpty) {
  const std::vector<KeyCondition> conditions = {
      {"p", KeyOperator::kEqual, {value_of("1")}},
      {"s", KeyOperator::kBetween, {value_of("5"), value_of("2")}}};
  const KeySchema schema = schema_of("p:N | s:N");
  const KeyQuery query = resolve_key_conditions(conditions, schema);
  for (int s = 0; s < 9; ++s) {
    const AttributeMap item({{"p", value_of("1")}, {"s", AttributeValue(Number(s))}});
    EXPECT_FALSE(query.range.contains(table_key(item, schema)));
  }
}

}  // namespace
}  // namespace stator::expressions

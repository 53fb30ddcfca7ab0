// Key conditions: which contiguous range of keys a Query reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expressions/condition.h"
#include "expressions/substitutions.h"
#include "model/attribute_value.h"
#include "model/key_bytes.h"
#include "model/schema.h"

namespace stator::expressions {

enum class KeyOperator {
  kEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kBetween,
  kBeginsWith,
};

// One condition on one key attribute: the attribute is always the left operand
// (`:v <= sk` is flipped).
struct KeyCondition {
  std::string attribute;
  KeyOperator op = KeyOperator::kEqual;
  std::vector<AttributeValue> values;  // two for kBetween, else one
  friend bool operator==(const KeyCondition&, const KeyCondition&) = default;
};

// Reads a KeyConditionExpression (parsed with ExpressionKind::kKeyCondition) as a conjunction of
// key conditions. Throws ValidationException when it is anything else (OR, functions, nesting ...).
std::vector<KeyCondition> bind_key_conditions(const ParsedCondition& parsed,
                                              Substitutions& substitutions);

// What a Query reads, against the schema of the table or index queried.
struct KeyQuery {
  KeyRange range;          // every key that matches, in tree order
  KeyBytes partition;      // partition_prefix of the item collection
  bool is_single_key = false;  // every key attribute has an equality
};

// Checks the conditions against the key schema (missing or excess attributes, types, empty values,
// operators, gaps between RANGE attributes) and computes the range. Throws ValidationException.
KeyQuery resolve_key_conditions(const std::vector<KeyCondition>& conditions,
                                const KeySchema& schema);

}  // namespace stator::expressions

// The conditions of a vector search: which of the indexed vectors are compared at all.
#pragma once

#include <string>
#include <vector>

#include "expressions/condition.h"
#include "expressions/substitutions.h"
#include "model/attribute_value.h"

namespace stator::expressions {

// One attribute of the search schema and the value that it must have.
struct SearchCondition {
  std::string attribute;
  AttributeValue value;
};

// Reads a SearchConditionExpression (parsed with ExpressionKind::kSearchCondition) as a conjunction
// of equalities of top-level attributes. Throws ValidationException when it is anything else, or
// names an attribute twice.
std::vector<SearchCondition> bind_search_conditions(const ParsedCondition& parsed,
                                                    Substitutions& substitutions);

}  // namespace stator::expressions

// Bound expressions back to text.
//
// The text has generated placeholders ("#n0", ":v0") for every name and value, and parentheses only
// where the tree needs them. Parsed and bound again it gives an equal tree: verification builds
// and tests hold every expression to that.
#pragma once

#include <string>
#include <vector>

#include "expressions/condition.h"
#include "expressions/key_condition.h"
#include "expressions/kind.h"
#include "expressions/projection.h"
#include "expressions/substitutions.h"
#include "expressions/update.h"

namespace stator::expressions {

struct PrintedExpression {
  std::string text;  // may be longer than an expression in a request may be
  NameMap names;
  ValueMap values;
};

PrintedExpression print(const Condition& condition);
// REQUIRES: the plan was bound from an expression. Legacy updates have their own words for faults,
// which a text cannot keep.
PrintedExpression print(const UpdatePlan& plan);
PrintedExpression print(const ProjectionPaths& paths);
PrintedExpression print(const std::vector<KeyCondition>& conditions);

// Printed, parsed and bound again. Equal to the argument, or something is wrong.
Condition reprinted(const Condition& condition, ExpressionKind kind);
UpdatePlan reprinted(const UpdatePlan& plan);
ProjectionPaths reprinted(const ProjectionPaths& paths);
std::vector<KeyCondition> reprinted(const std::vector<KeyCondition>& conditions);

}  // namespace stator::expressions

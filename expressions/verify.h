// Verification builds: every expression that was bound is printed, parsed and bound again, and must
// be what it was (print.h). PartiQL statements are printed and parsed again as a whole.
//
// Thread safety: safe to call from any thread.
#pragma once

#include <vector>

#include "expressions/condition.h"
#include "expressions/key_condition.h"
#include "expressions/kind.h"
#include "expressions/partiql/tree.h"
#include "expressions/projection.h"
#include "expressions/update.h"
#include "model/verify.h"

namespace stator::expressions {

void check_reprint(const Condition& condition, ExpressionKind kind);
void check_reprint(const UpdatePlan& plan, ExpressionKind kind);
void check_reprint(const ProjectionPaths& paths, ExpressionKind kind);
void check_reprint(const std::vector<KeyCondition>& conditions, ExpressionKind kind);
void check_reprint(const partiql::Statement& statement, ExpressionKind kind);

template <class Bound>
void verify_bound(const Bound& bound, ExpressionKind kind) {
  if constexpr (kVerifying) check_reprint(bound, kind);
}

}  // namespace stator::expressions

// Parsing without the cache and the limit of 4096 bytes.
//
// The public parse_condition, parse_update and parse_projection check the length, look into the
// cache and come here. Printed expressions, which may be longer than the text they were made from,
// are reparsed here directly (print.h).
#pragma once

#include <string_view>

#include "expressions/condition.h"
#include "expressions/kind.h"
#include "expressions/projection.h"
#include "expressions/tree.h"
#include "expressions/update.h"

namespace stator::expressions {

ParsedCondition parse_condition_text(std::string_view text, ExpressionKind kind);
ParsedUpdate parse_update_text(std::string_view text);
ParsedProjection parse_projection_text(std::string_view text);

}  // namespace stator::expressions

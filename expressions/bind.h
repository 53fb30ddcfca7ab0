// Placeholders replaced in the parts that all expressions share.
#pragma once

#include <string_view>

#include "expressions/kind.h"
#include "expressions/path.h"
#include "expressions/substitutions.h"
#include "expressions/tree.h"
#include "model/attribute_value.h"

namespace stator::expressions {

// Throws when a placeholder is not defined.
DocumentPath bind_path(const ParsedPath& parsed, ExpressionKind kind,
                       Substitutions& substitutions);

// An AttributeValue as faults show it: "AttributeValue: {S:a}". Binary is shown in base64.
// REQUIRES: value is of type S, N or B.
std::string show_value(const AttributeValue& value);

}  // namespace stator::expressions

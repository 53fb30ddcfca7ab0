// The kinds of expression text, as messages name them.
#pragma once

#include <string_view>

namespace stator::expressions {

enum class ExpressionKind {
  kUpdate,
  kCondition,
  kFilter,
  kProjection,
  kKeyCondition,
  kSearchCondition
};

// "UpdateExpression", "ConditionExpression", ...
std::string_view kind_name(ExpressionKind kind);

}  // namespace stator::expressions

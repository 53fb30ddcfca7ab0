// The kinds of expression text, as messages name them: those of requests, and what PartiQL
// statements contain, whose faults name no kind.
#pragma once

#include <string_view>

namespace stator::expressions {

enum class ExpressionKind {
  kUpdate,
  kCondition,
  kFilter,
  kScanFilter,  // a FilterExpression too; Scan alone tells its size when it is too long
  kProjection,
  kKeyCondition,
  kSearchCondition,
  kStatement,
};

// "UpdateExpression", "ConditionExpression", ...; empty for kStatement.
std::string_view kind_name(ExpressionKind kind);

}  // namespace stator::expressions

#include "expressions/kind.h"

namespace stator::expressions {

std::string_view kind_name(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::kUpdate: return "UpdateExpression";
    case ExpressionKind::kCondition: return "ConditionExpression";
    case ExpressionKind::kFilter:
    case ExpressionKind::kScanFilter: return "FilterExpression";
    case ExpressionKind::kProjection: return "ProjectionExpression";
    case ExpressionKind::kKeyCondition: return "KeyConditionExpression";
    case ExpressionKind::kSearchCondition: return "SearchConditionExpression";
    case ExpressionKind::kStatement: break;
  }
  return "";
}

}  // namespace stator::expressions

#include "expressions/value_order.h"

#include <string>

namespace stator::expressions {

std::optional<std::strong_ordering> order_of(const AttributeValue& a, const AttributeValue& b) {
  if (a.type() != b.type()) return std::nullopt;
  if (const auto* number = a.get_if<Number>()) return *number <=> *b.get_if<Number>();
  if (const auto* text = a.get_if<Text>()) return *text <=> *b.get_if<Text>();
  if (const auto* binary = a.get_if<Binary>()) return *binary <=> *b.get_if<Binary>();
  return std::nullopt;
}

bool is_ordered(AttributeType type) {
  return type == AttributeType::kS || type == AttributeType::kN || type == AttributeType::kB;
}

}  // namespace stator::expressions

// The order of values: numbers by value, strings and binaries by their bytes.
#pragma once

#include <compare>
#include <optional>

#include "model/attribute_value.h"

namespace stator::expressions {

// How `a` is ordered to `b`, or nullopt when they have none: types differ, or are not S, N or B.
std::optional<std::strong_ordering> order_of(const AttributeValue& a, const AttributeValue& b);

// True for the types that have an order.
bool is_ordered(AttributeType type);

}  // namespace stator::expressions

// Functions and comparators, as expressions spell them.
#pragma once

#include <optional>
#include <string_view>

namespace stator::expressions {

enum class Function {
  kAttributeExists,
  kAttributeNotExists,
  kAttributeType,
  kBeginsWith,
  kContains,
  kSize,
  kIfNotExists,
  kListAppend,
};

// Where a function may stand.
enum class FunctionUse {
  kCondition,         // is true or false
  kConditionOperand,  // has a value that a condition compares
  kUpdateOperand,     // has a value that an update stores
};

std::string_view function_name(Function function);
FunctionUse function_use(Function function);
// Names are case-sensitive.
std::optional<Function> find_function(std::string_view name);

enum class Comparator { kEqual, kNotEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

std::string_view comparator_name(Comparator comparator);

}  // namespace stator::expressions

#include "expressions/function.h"

#include <array>
#include <cstddef>

namespace stator::expressions {
namespace {

struct FunctionRow {
  Function function;
  std::string_view name;
  FunctionUse use;
};

// In the order of the enumeration, so that a function is its row.
constexpr std::array kFunctions = {
    FunctionRow{Function::kAttributeExists, "attribute_exists", FunctionUse::kCondition},
    FunctionRow{Function::kAttributeNotExists, "attribute_not_exists", FunctionUse::kCondition},
    FunctionRow{Function::kAttributeType, "attribute_type", FunctionUse::kCondition},
    FunctionRow{Function::kBeginsWith, "begins_with", FunctionUse::kCondition},
    FunctionRow{Function::kContains, "contains", FunctionUse::kCondition},
    FunctionRow{Function::kSize, "size", FunctionUse::kConditionOperand},
    FunctionRow{Function::kIfNotExists, "if_not_exists", FunctionUse::kUpdateOperand},
    FunctionRow{Function::kListAppend, "list_append", FunctionUse::kUpdateOperand},
};

const FunctionRow& row(Function function) {
  return kFunctions[static_cast<std::size_t>(function)];
}

}  // namespace

std::string_view function_name(Function function) { return row(function).name; }

FunctionUse function_use(Function function) { return row(function).use; }

std::optional<Function> find_function(std::string_view name) {
  for (const FunctionRow& row : kFunctions) {
    if (row.name == name) return row.function;
  }
  return std::nullopt;
}

std::string_view comparator_name(Comparator comparator) {
  switch (comparator) {
    case Comparator::kEqual: return "=";
    case Comparator::kNotEqual: return "<>";
    case Comparator::kLess: return "<";
    case Comparator::kLessOrEqual: return "<=";
    case Comparator::kGreater: return ">";
    case Comparator::kGreaterOrEqual: return ">=";
  }
  return "";
}

}  // namespace stator::expressions

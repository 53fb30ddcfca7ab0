#include "server/wire/envelope.h"

#include <array>

namespace stator::wire {
namespace {

constexpr std::string_view kPrefix = "1 validation error detected: ";

struct PrefixedFaults {
  std::string_view operation;
  FaultClass fault;
};

// Which faults are prefixed, as seen in us-east-1 (August 2026) and eu-west-2 (July to September
// 2026). All that is not listed is bare: keys, sizes, indexes, empty or doubly typed values, and
// every fault of the other operations. Of DeleteItem only too long expressions and what is unused
// were seen; what is checked between them goes with them.
constexpr std::array kPrefixedFaults{
    PrefixedFaults{"PutItem", FaultClass::kAttributeValue},
    PrefixedFaults{"PutItem", FaultClass::kExpression},
    PrefixedFaults{"PutItem", FaultClass::kUnusedNames},
    PrefixedFaults{"PutItem", FaultClass::kMixedParameters},
    PrefixedFaults{"PutItem", FaultClass::kReturnValues},
    PrefixedFaults{"UpdateItem", FaultClass::kAttributeValue},
    PrefixedFaults{"UpdateItem", FaultClass::kExpression},
    PrefixedFaults{"UpdateItem", FaultClass::kUnusedNames},
    PrefixedFaults{"UpdateItem", FaultClass::kMixedParameters},
    PrefixedFaults{"UpdateItem", FaultClass::kReturnValues},
    PrefixedFaults{"DeleteItem", FaultClass::kExpression},
    PrefixedFaults{"DeleteItem", FaultClass::kUnusedNames},
    PrefixedFaults{"DeleteItem", FaultClass::kMixedParameters},
    PrefixedFaults{"Query", FaultClass::kSelect},
};

bool is_prefixed(std::string_view operation, FaultClass fault) {
  for (const PrefixedFaults& prefixed : kPrefixedFaults) {
    if (prefixed.operation == operation && prefixed.fault == fault) return true;
  }
  return false;
}

}  // namespace

std::string apply_envelope(std::string_view operation, const Error& error, ValidationTexts texts) {
  const bool has_prefix = texts == ValidationTexts::kCurrent &&
                          error.code() == ErrorCode::kValidation &&
                          is_prefixed(operation, error.fault());
  return has_prefix ? std::string(kPrefix) + error.message() : error.message();
}

}  // namespace stator::wire

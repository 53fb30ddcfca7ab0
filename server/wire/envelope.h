// The prefix "1 validation error detected: " before semantic messages.
//
// In 2026 the service moved kinds of faults, operation by operation, into the framework that
// prefixes them. Messages are built without it everywhere in Stator; this is the only place that
// puts it, so that a fresh measurement changes one table.
#pragma once

#include <string>
#include <string_view>

#include "model/error.h"

namespace stator::wire {

enum class ValidationTexts {
  kCurrent,  // as measured in 2026
  k2025,     // as before: no prefixes
};

// The message for the wire. `operation` is the API's name, such as "PutItem".
std::string apply_envelope(std::string_view operation, const Error& error,
                           ValidationTexts texts = ValidationTexts::kCurrent);

}  // namespace stator::wire

// The texts of expression faults that more than one file says.
//
// All are ValidationExceptions that begin "Invalid <Kind>: ", save those in PartiQL statements.
// Those without particulars end in a semicolon, as the service writes them. Measured unless said
// otherwise.
#pragma once

#include <cstddef>
#include <string_view>

#include "expressions/kind.h"
#include "expressions/path.h"

namespace stator::expressions {

[[noreturn]] void throw_fault(ExpressionKind kind, std::string_view text);

// Captured.
[[noreturn]] void throw_operand_count(ExpressionKind kind, std::string_view operation,
                                      std::size_t operands);
[[noreturn]] void throw_operand_type(ExpressionKind kind, std::string_view operation,
                                     std::string_view type);
// Captured.
[[noreturn]] void throw_path_required(ExpressionKind kind, std::string_view operation);

[[noreturn]] void throw_overlap(ExpressionKind kind, const DocumentPath& one,
                                const DocumentPath& two);
// Captured.
[[noreturn]] void throw_conflict(ExpressionKind kind, const DocumentPath& one,
                                 const DocumentPath& two);

}  // namespace stator::expressions

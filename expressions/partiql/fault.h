// The texts of faults in statements.
//
// A statement that cannot be read is refused with "Statement wasn't well formed, can't be
// processed: <detail>" (measured), a statement that can be read and means nothing with a text of
// its own. Where the service gives the place of a fault it does so as "at line:column:length"
// (measured for path components); our own details, which COMPATIBILITY.md mentions, do the same.
#pragma once

#include <string>
#include <string_view>

#include "expressions/partiql/token.h"

namespace stator::expressions::partiql {

// Measured details: "Expected data manipulation", "Unexpected keyword", "Invalid path dot
// component". The others of this form are the words of the open-source PartiQL parser.
[[noreturn]] void fail_statement(std::string_view detail);

// "<detail> at 1:8:5"
[[noreturn]] void fail_statement_at(std::string_view detail, const Token& token);

// "Unexpected path component at 1:8:5" (measured).
[[noreturn]] void fail_path_component(const Token& token);

// A statement that is well formed and refused all the same.
[[noreturn]] void refuse_statement(std::string message);

}  // namespace stator::expressions::partiql

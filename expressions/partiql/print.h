// Statements back to text, in one spelling: keywords in capitals, every name in double quotes,
// parentheses only where the tree needs them. Parsed again the text gives an equal tree.
#pragma once

#include <string>

#include "expressions/partiql/tree.h"

namespace stator::expressions::partiql {

// REQUIRES: values are named in order of appearance and parameters are counted so, as the parser
// does it.
std::string print(const Statement& statement);

}  // namespace stator::expressions::partiql

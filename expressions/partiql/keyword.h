// The words that PartiQL reserves: they cannot be names unless they stand in double quotes.
#pragma once

#include <string_view>

namespace stator::expressions::partiql {

// REQUIRES: `word` is in lower case.
bool is_keyword(std::string_view word);

}  // namespace stator::expressions::partiql

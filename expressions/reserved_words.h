// The 573 words that may not stand bare in a document path.
#pragma once

#include <string_view>

namespace stator::expressions {

// Ignores case, as the service does.
bool is_reserved_word(std::string_view name);

}  // namespace stator::expressions

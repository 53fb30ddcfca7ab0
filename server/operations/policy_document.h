// What a policy document must look like to be attached to a table or stream.
#pragma once

#include <string>

namespace stator::server {

// Throws ValidationException when the document is too large, is not JSON, or is not a policy: no
// version that exists, no statement, a statement without one of its elements.
void check_policy_document(const std::string& document);

}  // namespace stator::server

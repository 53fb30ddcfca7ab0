// What a policy document must look like to be attached to a table or stream, and the form in which
// the service keeps it.
#pragma once

#include <string>

namespace stator::server {

struct PolicyUse {
  bool is_stream = false;     // a table's otherwise
  bool may_lock_out = false;  // ConfirmRemoveSelfResourceAccess
};

// The document as the service keeps it: without blanks, members in one order, lists of one as
// their element, accounts as their root's ARN. Documents that mean the same mostly become the
// same text.
// Throws ValidationException when the document is too large, is not JSON, is not a policy, or
// allows something to everybody; AccessDeniedException when it denies the next PutResourcePolicy to
// everybody and may not.
std::string read_policy_document(const std::string& document, const PolicyUse& use);

// A kept document as GetResourcePolicy shows it: with the version that it has by default.
std::string show_policy_document(const std::string& kept);

}  // namespace stator::server

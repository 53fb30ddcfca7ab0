// The one form of a policy document (measured in 2026, texts that were put and read again):
//
//   policy    = Version?, Id?, Statement: always a list
//   statement = Sid?, Effect, Principal, Action, Resource, Condition?
//
// Effect begins with a capital. An Action or Resource alone in its list stands for itself; longer
// lists stay as they are. An account in a Principal becomes the ARN of its root; who is named twice
// is named once.
#pragma once

#include <string>

#include "server/wire/json.h"

namespace stator::server {

// REQUIRES: the policy passed the checks of policy_document.cpp.
std::string write_policy(const wire::Json& policy);

}  // namespace stator::server

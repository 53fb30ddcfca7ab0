// Verification builds (-DSTATOR_VERIFY=ON): what a layer has worked out is worked out again,
// another way, and compared. A difference ends the process with a message that says what differs.
//
// Each layer has at most one header of this kind, `verify.h`, whose inline functions are empty in
// all other builds; what they call is then in no binary.
#pragma once

#include <string_view>

namespace stator {

#ifdef STATOR_VERIFY
inline constexpr bool kVerifying = true;
#else
inline constexpr bool kVerifying = false;
#endif

// Says on stderr what was found, and where in `context` (a request, a text, an item; may be empty),
// and aborts.
[[noreturn]] void fail_verification(std::string_view what, std::string_view context);

inline void require_verified(bool holds, std::string_view what, std::string_view context = {}) {
  if (!holds) fail_verification(what, context);
}

}  // namespace stator

#include "model/verify.h"

#include <cstdio>
#include <cstdlib>

namespace stator {

void fail_verification(std::string_view what, std::string_view context) {
  std::fprintf(stderr, "Verification failed: %.*s\n%.*s\n", static_cast<int>(what.size()),
               what.data(), static_cast<int>(context.size()), context.data());
  std::abort();
}

}  // namespace stator

// What happens when an exception finds no handler, or is thrown where none may be: a bug of ours.
//
// libstdc++ has such a handler, which spells the exception's type and, for that, brings a demangler
// of 50 KB. Defining its name is the only way to leave that out; so this is part of the executable,
// not of the library, which the linker would search too late.
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace __gnu_cxx {

void __verbose_terminate_handler();

void __verbose_terminate_handler() {
  static bool is_terminating = false;
  if (const std::exception_ptr current = std::current_exception(); current && !is_terminating) {
    is_terminating = true;  // what() may end here, too
    try {
      std::rethrow_exception(current);
    } catch (const std::exception& failure) {
      std::fprintf(stderr, "stator: ended by an error: %s\n", failure.what());
    } catch (...) {
      std::fputs("stator: ended by an error of unknown type\n", stderr);
    }
  }
  std::abort();
}

}  // namespace __gnu_cxx

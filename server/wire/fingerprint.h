// A text that two requests have in common exactly when they ask for the same.
#pragma once

#include <string>

#include "server/wire/fields.h"

namespace stator::wire {

// All members of a request in the order of its field table, as violations print them.
template <class R>
std::string fingerprint(const R& request) {
  std::string text;
  for (const Field<R>& field : kFields<R>) {
    text += field.name;
    text += '=';
    field.print(text, request);
    text += '\n';
  }
  return text;
}

}  // namespace stator::wire

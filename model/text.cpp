#include "model/text.h"

#include <cassert>
#include <limits>

namespace stator {

Text::Text(std::string_view bytes) : Text(borrowed(bytes)) {
  if (is_inline()) return;
  char* const own = new char[bytes.size()];
  std::memcpy(own, bytes.data(), bytes.size());
  set_outside(own, bytes.size());
  form_ = kOwned;
}

Text Text::borrowed(std::string_view bytes) noexcept {
  assert(bytes.size() <= std::numeric_limits<std::uint32_t>::max());
  Text text;
  if (bytes.size() <= kInlineBytesMax) {
    if (!bytes.empty()) std::memcpy(text.bytes_.data(), bytes.data(), bytes.size());
    text.form_ = static_cast<std::uint8_t>(bytes.size());
  } else {
    text.set_outside(bytes.data(), bytes.size());
    text.form_ = kBorrowed;
  }
  return text;
}

}  // namespace stator

// What fuzzers have in common: a property that must hold, and samples to hold it on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace stator::fuzz {

// Ends the fuzzer, which keeps the input, unless the property holds.
inline void require(bool holds, std::string_view property, std::string_view context = {}) {
  if (holds) return;
  std::fprintf(stderr, "Property broken: %.*s\n%.*s\n", static_cast<int>(property.size()),
               property.data(), static_cast<int>(context.size()), context.data());
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Takes what stands before the next end of line, or everything.
inline std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return line;
}

}  // namespace stator::fuzz

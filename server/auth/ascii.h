// Letter case in ASCII, where locales have no say: names of headers and of settings.
#pragma once

#include <string>
#include <string_view>

namespace stator::server {

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string ascii_lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = ascii_lower(c);
  return result;
}

}  // namespace stator::server

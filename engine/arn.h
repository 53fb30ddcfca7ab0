// The parts of an Amazon resource name.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace stator::engine {

// "arn:<partition>:<service>:<region>:<account>:<resource>". Views of the text that was split.
struct Arn {
  std::array<std::string_view, 6> parts;  // the last one may hold colons
  std::string_view start() const { return parts[0]; }
  std::string_view partition() const { return parts[1]; }
  std::string_view service() const { return parts[2]; }
  std::string_view region() const { return parts[3]; }
  std::string_view account() const { return parts[4]; }
  std::string_view resource() const { return parts[5]; }
};

// The parts, whatever is in them; nothing when there are too few.
inline std::optional<Arn> split_arn(std::string_view text) {
  Arn arn;
  for (std::size_t i = 0; i + 1 < arn.parts.size(); ++i) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    arn.parts[i] = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  arn.parts.back() = text;
  return arn;
}

}  // namespace stator::engine

#include "expressions/bind.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stator::expressions {
namespace {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view group = bytes.substr(at, 3);
    unsigned bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = (bits << 8) | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= group.size() ? kDigits[(bits >> (18 - 6 * i)) & 63] : '=';
    }
  }
  return text;
}

}  // namespace

DocumentPath bind_path(const ParsedPath& parsed, ExpressionKind kind,
                       Substitutions& substitutions) {
  std::vector<PathElement> elements;
  elements.reserve(parsed.elements.size());
  for (const ParsedPathElement& element : parsed.elements) {
    if (const auto* name = std::get_if<ParsedName>(&element)) {
      elements.emplace_back(name->text);
    } else if (const auto* placeholder = std::get_if<ParsedPlaceholder>(&element)) {
      elements.emplace_back(substitutions.name(placeholder->text, kind));
    } else {
      elements.emplace_back(std::get<std::size_t>(element));
    }
  }
  return DocumentPath(std::move(elements));
}

std::string show_value(const AttributeValue& value) {
  std::string shown;
  if (const auto* text = value.get_if<Text>()) shown = *text;
  if (const auto* number = value.get_if<Number>()) shown = number->to_string();
  if (const auto* binary = value.get_if<Binary>()) shown = base64(binary->bytes);
  return fmt::format("AttributeValue: {{{}:{}}}", type_name(value.type()), shown);
}

}  // namespace stator::expressions

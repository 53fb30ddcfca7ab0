#include "expressions/path.h"

#include <fmt/format.h>

namespace stator::expressions {
namespace {

const AttributeValue* step(const AttributeValue& value, const PathElement& element) {
  if (const auto* name = std::get_if<std::string>(&element)) {
    const auto* map = value.get_if<AttributeMap>();
    return map == nullptr ? nullptr : map->find(*name);
  }
  const auto* list = value.get_if<List>();
  const std::size_t index = std::get<std::size_t>(element);
  return list == nullptr || index >= list->size() ? nullptr : &(*list)[index];
}

}  // namespace

const AttributeValue* DocumentPath::find(const AttributeMap& attributes) const {
  const AttributeValue* value = attributes.find(top());
  for (std::size_t i = 1; i < elements_.size() && value != nullptr; ++i) {
    value = step(*value, elements_[i]);
  }
  return value;
}

std::string DocumentPath::to_string() const {
  std::string text = "[";
  for (const PathElement& element : elements_) {
    if (text.size() > 1) text += ", ";
    if (const auto* name = std::get_if<std::string>(&element)) {
      text += *name;
    } else {
      text += fmt::format("[{}]", std::get<std::size_t>(element));
    }
  }
  return text + "]";
}

}  // namespace stator::expressions

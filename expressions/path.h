// A document path after substitution: where in an item a value is.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "model/attribute_value.h"

namespace stator::expressions {

// A map member (a name, dots and all) or a list element (an index).
using PathElement = std::variant<std::string, std::size_t>;

// Invariant: at least one element, the first of which is a name.
class DocumentPath {
 public:
  explicit DocumentPath(std::vector<PathElement> elements) : elements_(std::move(elements)) {}

  const std::vector<PathElement>& elements() const { return elements_; }
  // The attribute of the item that the path starts from.
  const std::string& top() const { return std::get<std::string>(elements_.front()); }
  bool is_nested() const { return elements_.size() > 1; }

  // The value, or nullptr when something on the way is missing or of another type.
  const AttributeValue* find(const AttributeMap& attributes) const;

  // As the service prints paths in messages: "[a, b, [1]]".
  std::string to_string() const;

  friend bool operator==(const DocumentPath&, const DocumentPath&) = default;

 private:
  std::vector<PathElement> elements_;
};

}  // namespace stator::expressions

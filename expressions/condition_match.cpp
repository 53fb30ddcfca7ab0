// What a condition says of an item. Nothing here allocates, whatever the depth of the condition.
//
//              | missing | another type | same type
//   =          | false   | false        | deep equality; sets unordered, numbers by value
//   <>         | true    | true         | not equal
//   < <= > >=  | false   | false        | order of S, N, B; false for other types
//   BETWEEN    | false   | false        | lower <= operand AND operand <= upper
//   IN         | false   | false        | equal to a candidate
//
// size() of what has none (missing, N, BOOL, NULL) makes every comparison false, <> included
// (measured: "does not match").
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "expressions/condition.h"
#include "expressions/condition_tree.h"
#include "expressions/overloaded.h"
#include "expressions/value_order.h"

namespace stator::expressions {
namespace {

// As the service, which is written in Java, counts: characters beyond U+FFFF are two (claimed).
std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) ++units;  // not the continuation of a character
    if (byte >= 0xF0) ++units;
  }
  return units;
}

std::optional<std::size_t> size_of(const AttributeValue& value) {
  return value.visit(
      Overloaded{
          [](const Text& text) -> std::optional<std::size_t> { return utf16_units(text); },
          [](const Binary& binary) -> std::optional<std::size_t> { return binary.bytes.size(); },
          [](const StringSet& set) -> std::optional<std::size_t> { return set.size(); },
          [](const NumberSet& set) -> std::optional<std::size_t> { return set.size(); },
          [](const BinarySet& set) -> std::optional<std::size_t> { return set.elements.size(); },
          [](const List& list) -> std::optional<std::size_t> { return list.size(); },
          [](const AttributeMap& map) -> std::optional<std::size_t> { return map.size(); },
          [](const auto&) -> std::optional<std::size_t> { return std::nullopt; },
      });
}

// What an operand is for one item.
class OperandValue {
 public:
  static OperandValue of(const Operand& operand, const AttributeMap& attributes) {
    return std::visit(Overloaded{
                          [&](const DocumentPath& path) {
                            return OperandValue(path.find(attributes));
                          },
                          [](const AttributeValue& value) { return OperandValue(&value); },
                          [&](const SizeOf& size) { return OperandValue(size, attributes); },
                      },
                      operand);
  }

  // Null when missing.
  const AttributeValue* get() const { return computed_ ? &*computed_ : stored_; }
  const AttributeValue& operator*() const { return *get(); }
  explicit operator bool() const { return get() != nullptr; }
  // True for the size of something that has none.
  bool is_immeasurable() const { return is_immeasurable_; }

 private:
  explicit OperandValue(const AttributeValue* stored) : stored_(stored) {}
  OperandValue(const SizeOf& size, const AttributeMap& attributes) {
    const auto* path = std::get_if<DocumentPath>(&size.operand);
    const AttributeValue* const measured =
        path == nullptr ? &std::get<AttributeValue>(size.operand) : path->find(attributes);
    const auto count = measured == nullptr ? std::nullopt : size_of(*measured);
    is_immeasurable_ = !count;
    if (count) computed_.emplace(Number(static_cast<std::int64_t>(*count)));
  }

  const AttributeValue* stored_ = nullptr;
  std::optional<AttributeValue> computed_;
  bool is_immeasurable_ = false;
};

bool compare(Comparator comparator, const OperandValue& left, const OperandValue& right) {
  if (left.is_immeasurable() || right.is_immeasurable()) return false;
  if (comparator == Comparator::kNotEqual) return !left || !right || *left != *right;
  if (!left || !right) return false;
  if (comparator == Comparator::kEqual) return *left == *right;
  const auto order = order_of(*left, *right);
  if (!order) return false;
  switch (comparator) {
    case Comparator::kLess: return *order < 0;
    case Comparator::kLessOrEqual: return *order <= 0;
    case Comparator::kGreater: return *order > 0;
    default: return *order >= 0;
  }
}

bool begins_with(const AttributeValue& value, const AttributeValue& prefix) {
  const auto* text = value.get_if<Text>();
  const auto* text_prefix = prefix.get_if<Text>();
  if (text != nullptr && text_prefix != nullptr) return text->starts_with(*text_prefix);
  const auto* binary = value.get_if<Binary>();
  const auto* binary_prefix = prefix.get_if<Binary>();
  return binary != nullptr && binary_prefix != nullptr &&
         binary->bytes.starts_with(binary_prefix->bytes);
}

template <class Element>
bool set_contains(const std::vector<Element>& sorted, const AttributeValue& element) {
  const auto* wanted = element.get_if<Element>();
  return wanted != nullptr && std::binary_search(sorted.begin(), sorted.end(), *wanted);
}

// Subsequences of binaries: "CONTAINS" among the legacy conditions in the API reference; the page
// on expressions does not mention them.
bool contains(const AttributeValue& container, const AttributeValue& element) {
  return container.visit(
      Overloaded{
          [&](const Text& text) {
            const auto* part = element.get_if<Text>();
            return part != nullptr && text.view().find(*part) != std::string_view::npos;
          },
          [&](const Binary& binary) {
            const auto* part = element.get_if<Binary>();
            return part != nullptr &&
                   binary.bytes.view().find(part->bytes) != std::string_view::npos;
          },
          [&](const StringSet& set) { return set_contains(set, element); },
          [&](const NumberSet& set) { return set_contains(set, element); },
          [&](const BinarySet& set) { return set_contains(set.elements, element); },
          [&](const List& list) {
            return std::find(list.begin(), list.end(), element) != list.end();
          },
          [](const auto&) { return false; },
      });
}

class Matcher {
 public:
  explicit Matcher(const AttributeMap& attributes) : attributes_(attributes) {}

  bool matches(const ConditionNode& node) const { return std::visit(*this, node.content()); }

  bool operator()(const AllOf& node) const {
    return std::all_of(node.conditions.begin(), node.conditions.end(),
                       [this](const ConditionNode& part) { return matches(part); });
  }
  bool operator()(const AnyOf& node) const {
    return std::any_of(node.conditions.begin(), node.conditions.end(),
                       [this](const ConditionNode& part) { return matches(part); });
  }
  bool operator()(const Negation& node) const { return !matches(*node.condition); }
  bool operator()(const Comparison& node) const {
    return compare(node.comparator, value_of(node.left), value_of(node.right));
  }
  bool operator()(const Between& node) const {
    const OperandValue operand = value_of(node.operand);
    return compare(Comparator::kGreaterOrEqual, operand, value_of(node.lower)) &&
           compare(Comparator::kLessOrEqual, operand, value_of(node.upper));
  }
  bool operator()(const In& node) const {
    const OperandValue operand = value_of(node.operand);
    return std::any_of(node.candidates.begin(), node.candidates.end(),
                       [&](const Operand& candidate) {
                         return compare(Comparator::kEqual, operand, value_of(candidate));
                       });
  }
  bool operator()(const AttributeExists& node) const {
    return node.path.find(attributes_) != nullptr;
  }
  bool operator()(const AttributeNotExists& node) const {
    return node.path.find(attributes_) == nullptr;
  }
  bool operator()(const AttributeTypeIs& node) const {
    const AttributeValue* const value = node.path.find(attributes_);
    return value != nullptr && value->type() == node.type;
  }
  bool operator()(const BeginsWith& node) const {
    const OperandValue operand = value_of(node.operand);
    const OperandValue prefix = value_of(node.prefix);
    return operand && prefix && begins_with(*operand, *prefix);
  }
  bool operator()(const Contains& node) const {
    const OperandValue container = value_of(node.container);
    const OperandValue element = value_of(node.element);
    return container && element && contains(*container, *element);
  }

 private:
  OperandValue value_of(const Operand& operand) const {
    return OperandValue::of(operand, attributes_);
  }

  const AttributeMap& attributes_;
};

// Visits the paths of a condition from left to right.
class PathVisitor {
 public:
  explicit PathVisitor(const std::function<void(const DocumentPath&)>& visit) : visit_(visit) {}

  void operator()(const ConditionNode& node) const { std::visit(*this, node.content()); }
  void operator()(const AllOf& node) const { each(node.conditions); }
  void operator()(const AnyOf& node) const { each(node.conditions); }
  void operator()(const Negation& node) const { (*this)(*node.condition); }
  void operator()(const Comparison& node) const { operands({&node.left, &node.right}); }
  void operator()(const Between& node) const {
    operands({&node.operand, &node.lower, &node.upper});
  }
  void operator()(const In& node) const {
    operands({&node.operand});
    for (const Operand& candidate : node.candidates) operands({&candidate});
  }
  void operator()(const AttributeExists& node) const { visit_(node.path); }
  void operator()(const AttributeNotExists& node) const { visit_(node.path); }
  void operator()(const AttributeTypeIs& node) const { visit_(node.path); }
  void operator()(const BeginsWith& node) const { operands({&node.operand, &node.prefix}); }
  void operator()(const Contains& node) const { operands({&node.container, &node.element}); }

 private:
  void each(const std::vector<ConditionNode>& nodes) const {
    for (const ConditionNode& node : nodes) (*this)(node);
  }
  void operands(std::initializer_list<const Operand*> list) const {
    for (const Operand* operand : list) {
      const auto* path = std::get_if<DocumentPath>(operand);
      if (const auto* size = std::get_if<SizeOf>(operand)) {
        path = std::get_if<DocumentPath>(&size->operand);
      }
      if (path != nullptr) visit_(*path);
    }
  }

  const std::function<void(const DocumentPath&)>& visit_;
};

}  // namespace

bool Condition::matches(const AttributeMap& attributes) const {
  return Matcher(attributes).matches(*root_);
}

void Condition::for_each_path(const std::function<void(const DocumentPath&)>& visit) const {
  PathVisitor visitor(visit);
  visitor(*root_);
}

}  // namespace stator::expressions

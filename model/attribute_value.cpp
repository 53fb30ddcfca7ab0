#include "model/attribute_value.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stator {
namespace {

// Bytes that a list or a map counts for by itself, and per member (R4).
constexpr std::size_t kCollectionBytes = 3;
constexpr std::size_t kMemberBytes = 1;

template <class T>
std::vector<T> sorted_unique(std::vector<T> elements) {
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

struct SizeOf {
  std::size_t operator()(const Text& value) const { return value.size(); }
  std::size_t operator()(const Number& value) const { return value.size_bytes(); }
  std::size_t operator()(const Binary& value) const { return value.bytes.size(); }
  std::size_t operator()(bool) const { return 1; }
  std::size_t operator()(Null) const { return 1; }
  std::size_t operator()(const StringSet& set) const { return sum(set); }
  std::size_t operator()(const NumberSet& set) const { return sum(set); }
  std::size_t operator()(const BinarySet& set) const { return sum(set.elements); }
  std::size_t operator()(const List& list) const {
    std::size_t bytes = kCollectionBytes;
    for (const AttributeValue& element : list) bytes += kMemberBytes + element.size_bytes();
    return bytes;
  }
  std::size_t operator()(const AttributeMap& map) const {
    return kCollectionBytes + map.size() * kMemberBytes + size_bytes(map);
  }

 private:
  template <class T>
  std::size_t sum(const std::vector<T>& elements) const {
    std::size_t bytes = 0;
    for (const T& element : elements) bytes += (*this)(element);
    return bytes;
  }
};

}  // namespace

std::string_view type_name(AttributeType type) {
  static constexpr std::array<std::string_view, 10> kNames = {"S",  "N",  "B",  "BOOL", "NULL",
                                                              "SS", "NS", "BS", "L",    "M"};
  return kNames[static_cast<std::size_t>(type)];
}

AttributeValue AttributeValue::string_set(std::vector<Text> elements) {
  return AttributeValue(sorted_unique(std::move(elements)));
}

AttributeValue AttributeValue::number_set(std::vector<Number> elements) {
  return AttributeValue(sorted_unique(std::move(elements)));
}

AttributeValue AttributeValue::binary_set(std::vector<Binary> elements) {
  return AttributeValue(BinarySet{sorted_unique(std::move(elements))});
}

std::size_t AttributeValue::size_bytes() const { return visit(SizeOf{}); }

// Recursive, as destruction is: whoever builds values from outside limits their nesting first.
std::size_t AttributeValue::depth() const {
  std::size_t deepest_member = 0;
  if (const List* list = get_if<List>()) {
    for (const AttributeValue& element : *list) {
      deepest_member = std::max(deepest_member, element.depth());
    }
  } else if (const AttributeMap* map = get_if<AttributeMap>()) {
    for (const Attribute& attribute : *map) {
      deepest_member = std::max(deepest_member, attribute.value.depth());
    }
  }
  return 1 + deepest_member;
}

bool operator==(const AttributeValue& a, const AttributeValue& b) {
  return a.type() == b.type() &&
         a.visit([&]<class T>(const T& contents) { return contents == *b.get_if<T>(); });
}

AttributeValue borrow(const AttributeValue& value) {
  if (const auto* text = value.get_if<Text>()) return AttributeValue(Text::borrowed(*text));
  if (const auto* binary = value.get_if<Binary>()) {
    return AttributeValue(Binary{Text::borrowed(binary->bytes)});
  }
  return value;
}

std::size_t size_bytes(const AttributeMap& attributes) {
  std::size_t bytes = 0;
  for (const Attribute& attribute : attributes) {
    bytes += attribute.name.size() + attribute.value.size_bytes();
  }
  return bytes;
}

}  // namespace stator

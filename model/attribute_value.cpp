#include "model/attribute_value.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace stator {
namespace {

// Bytes that a list or a map counts for by itself, and per member (R4).
constexpr std::size_t kCollectionBytes = 3;
constexpr std::size_t kMemberBytes = 1;

// Up to this size looking at every name is faster than halving.
constexpr std::size_t kLinearSearchMax = 8;

// Sorts by name; of equal names keeps the last. Attributes are slow to move, so pointers to them
// are sorted and each attribute moves once.
std::vector<Attribute> sorted_by_name(std::vector<Attribute> attributes) {
  const auto not_before = [](const Attribute& a, const Attribute& b) { return a.name >= b.name; };
  if (std::adjacent_find(attributes.begin(), attributes.end(), not_before) == attributes.end()) {
    return attributes;
  }
  std::vector<Attribute*> order;
  order.reserve(attributes.size());
  for (Attribute& attribute : attributes) order.push_back(&attribute);
  std::sort(order.begin(), order.end(), [](const Attribute* a, const Attribute* b) {
    const int names = a->name.compare(b->name);
    return names != 0 ? names < 0 : a < b;  // addresses tell which came first
  });
  std::vector<Attribute> sorted;
  sorted.reserve(attributes.size());
  for (Attribute* attribute : order) {
    if (!sorted.empty() && sorted.back().name == attribute->name) {
      sorted.back().value = std::move(attribute->value);
    } else {
      sorted.push_back(std::move(*attribute));
    }
  }
  return sorted;
}

bool name_before(const Attribute& attribute, std::string_view name) {
  return attribute.name < name;
}

template <class Attributes>
auto lower_bound(Attributes& attributes, std::string_view name) {
  return std::lower_bound(attributes.begin(), attributes.end(), name, name_before);
}

template <class T>
std::vector<T> sorted_unique(std::vector<T> elements) {
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

struct SizeOf {
  std::size_t operator()(const std::string& value) const { return value.size(); }
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

AttributeMap::AttributeMap(std::vector<Attribute> attributes)
    : attributes_(sorted_by_name(std::move(attributes))) {}

const AttributeValue* AttributeMap::find(std::string_view name) const {
  if (attributes_.size() <= kLinearSearchMax) {
    for (const Attribute& attribute : attributes_) {
      if (attribute.name == name) return &attribute.value;
    }
    return nullptr;
  }
  const auto at = lower_bound(attributes_, name);
  return at != attributes_.end() && at->name == name ? &at->value : nullptr;
}

AttributeValue* AttributeMap::find(std::string_view name) {
  return const_cast<AttributeValue*>(std::as_const(*this).find(name));
}

void AttributeMap::set(std::string name, AttributeValue value) {
  const auto at = lower_bound(attributes_, name);
  if (at != attributes_.end() && at->name == name) {
    at->value = std::move(value);
  } else {
    attributes_.insert(at, Attribute{std::move(name), std::move(value)});
  }
}

bool AttributeMap::erase(std::string_view name) {
  const auto at = lower_bound(attributes_, name);
  if (at == attributes_.end() || at->name != name) return false;
  attributes_.erase(at);
  return true;
}

void AttributeMap::append_sorted(std::string name, AttributeValue value) {
  assert(attributes_.empty() || attributes_.back().name < name);
  attributes_.push_back(Attribute{std::move(name), std::move(value)});
}

void AttributeMap::reserve(std::size_t count) { attributes_.reserve(count); }

AttributeValue AttributeValue::string_set(std::vector<std::string> elements) {
  return Variant(std::in_place_type<StringSet>, sorted_unique(std::move(elements)));
}

AttributeValue AttributeValue::number_set(std::vector<Number> elements) {
  return Variant(std::in_place_type<NumberSet>, sorted_unique(std::move(elements)));
}

AttributeValue AttributeValue::binary_set(std::vector<Binary> elements) {
  return Variant(BinarySet{sorted_unique(std::move(elements))});
}

std::size_t AttributeValue::size_bytes() const { return std::visit(SizeOf{}, value_); }

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

std::size_t size_bytes(const AttributeMap& attributes) {
  std::size_t bytes = 0;
  for (const Attribute& attribute : attributes) {
    bytes += attribute.name.size() + attribute.value.size_bytes();
  }
  return bytes;
}

}  // namespace stator

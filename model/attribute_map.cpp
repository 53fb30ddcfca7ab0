#include <algorithm>
#include <cstring>
#include <new>

#include "model/attribute_value.h"

namespace stator {
namespace {

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
    const auto names = a->name <=> b->name;
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

const Attribute* lower_bound(const AttributeMap& attributes, std::string_view name) {
  return std::lower_bound(attributes.begin(), attributes.end(), name,
                          [](const Attribute& attribute, std::string_view wanted) {
                            return attribute.name < wanted;
                          });
}

// The text that a value of type S or B holds, else null.
const Text* text_of(const AttributeValue& value) {
  if (const auto* text = value.get_if<Text>()) return text;
  const auto* binary = value.get_if<Binary>();
  return binary == nullptr ? nullptr : &binary->bytes;
}

std::size_t outside_bytes(const Text& text) { return text.is_inline() ? 0 : text.size(); }

// Copies the bytes of texts one behind the other.
class TextPlacer {
 public:
  explicit TextPlacer(char* place) : place_(place) {}

  Text place(const Text& text) {
    if (text.is_inline()) return text;
    if (!text.empty()) std::memcpy(place_, text.data(), text.size());
    return Text::borrowed({std::exchange(place_, place_ + text.size()), text.size()});
  }
  AttributeValue place(AttributeValue&& value) {
    if (const auto* text = value.get_if<Text>()) return AttributeValue(place(*text));
    if (const auto* binary = value.get_if<Binary>()) {
      return AttributeValue(Binary{place(binary->bytes)});
    }
    return std::move(value);
  }

 private:
  char* place_;
};

}  // namespace

// Nothing throws once the memory is there.
Counted<const AttributeMap::Block> AttributeMap::Block::make(std::vector<Attribute> attributes) {
  static_assert(sizeof(Block) % alignof(Attribute) == 0);
  const std::size_t slots_bytes = attributes.size() * sizeof(Attribute);
  std::size_t text_bytes = 0;
  for (const Attribute& attribute : attributes) {
    const Text* const text = text_of(attribute.value);
    text_bytes += outside_bytes(attribute.name) + (text == nullptr ? 0 : outside_bytes(*text));
  }
  auto* const block = new (Extent{sizeof(Block) + slots_bytes + text_bytes}) Block();
  Counted<const Block> owner(block);
  TextPlacer placer(reinterpret_cast<char*>(block->slots()) + slots_bytes);
  for (Attribute& attribute : attributes) {
    new (block->slots() + block->size_)
        Attribute{placer.place(attribute.name), placer.place(std::move(attribute.value))};
    ++block->size_;
  }
  return owner;
}

AttributeMap::Block::~Block() { std::destroy_n(slots(), size_); }

AttributeMap::AttributeMap(std::vector<Attribute> attributes) {
  if (attributes.empty()) return;
  block_ = Block::make(sorted_by_name(std::move(attributes)));
}

const AttributeValue* AttributeMap::find(std::string_view name) const {
  if (size() <= kLinearSearchMax) {
    for (const Attribute& attribute : *this) {
      if (attribute.name == name) return &attribute.value;
    }
    return nullptr;
  }
  const Attribute* const at = lower_bound(*this, name);
  return at != end() && at->name == name ? &at->value : nullptr;
}

void AttributeMap::set(std::string_view name, AttributeValue value) {
  const Attribute* const at = lower_bound(*this, name);
  AttributeMapBuilder changed(size() + 1);
  for (const Attribute* before = begin(); before != at; ++before) changed.append(*before);
  changed.append(name, std::move(value));
  const bool replaces = at != end() && at->name == name;
  for (const Attribute* after = replaces ? at + 1 : at; after != end(); ++after) {
    changed.append(*after);
  }
  *this = changed.build();
}

bool AttributeMap::erase(std::string_view name) {
  const AttributeValue* const erased = find(name);
  if (erased == nullptr) return false;
  AttributeMapBuilder rest(size() - 1);
  for (const Attribute& attribute : *this) {
    if (&attribute.value != erased) rest.append(attribute);
  }
  *this = rest.build();
  return true;
}

bool operator==(const AttributeMap& a, const AttributeMap& b) {
  return a.block_.get() == b.block_.get() ||
         std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace stator

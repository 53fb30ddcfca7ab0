// The values that attributes hold, and the attributes of an item or map.
//
// An AttributeValue is one of ten alternatives. Invariants that make equality a plain comparison:
//  1. sets are sorted, without duplicates, never empty;
//  2. maps are sorted by name (bytes), names unique;
//  3. numbers are canonical (number.h).
// So a reordered set is the same value, and 1 equals 1.0, as on the service.
//
// Values are small, because a table is mostly values: 24 bytes, 44 with a name. Sets, lists and
// maps are immutable and counted, so that copying one counts.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "model/counted.h"
#include "model/number.h"
#include "model/text.h"

namespace stator {

// The ten types in variant order. `type_name` gives the wire spelling ("S", "NULL", ...).
enum class AttributeType { kS, kN, kB, kBool, kNull, kSs, kNs, kBs, kL, kM };

std::string_view type_name(AttributeType type);

class AttributeValue;
struct Attribute;

// Bytes, as they are (not base64).
struct Binary {
  Text bytes;
  friend bool operator==(const Binary&, const Binary&) = default;
  friend auto operator<=>(const Binary&, const Binary&) = default;
};

struct Null {
  friend bool operator==(Null, Null) = default;
};

// Sorted, unique elements. Strings and binaries in byte order, numbers by value.
using StringSet = std::vector<Text>;
struct BinarySet {
  std::vector<Binary> elements;
  friend bool operator==(const BinarySet&, const BinarySet&) = default;
};
using NumberSet = std::vector<Number>;
using List = std::vector<AttributeValue>;

// Attributes by name: sorted by name in one counted block of memory, texts included, because items
// have few attributes, are read often, and are many. The block never changes: a copy of the map
// shares it, and a change makes another one.
//
// Thread safety: as a standard container's; copies are independent of each other.
class AttributeMap {
 public:
  AttributeMap() noexcept;
  AttributeMap(const AttributeMap&) noexcept;
  AttributeMap(AttributeMap&&) noexcept;
  AttributeMap& operator=(AttributeMap) noexcept;
  ~AttributeMap();

  // Takes attributes in any order; of equal names the last wins (as JSON objects are read).
  explicit AttributeMap(std::vector<Attribute> attributes);

  // The value, or nullptr. Valid until the map changes.
  const AttributeValue* find(std::string_view name) const;

  // These make the block anew: good for a single change. See AttributeMapBuilder.
  void set(std::string_view name, AttributeValue value);
  bool erase(std::string_view name);

  std::size_t size() const;
  bool empty() const;
  const Attribute* begin() const;
  const Attribute* end() const;

  friend bool operator==(const AttributeMap& a, const AttributeMap& b);

 private:
  class Block;

  PackedCounted<const Block> block_;  // null: there are no attributes
};

// What a value is stored as when it is too large to stand in it: immutable, so copies share it.
template <class T>
struct Boxed : CountedBase {
  explicit Boxed(T value) : contents(std::move(value)) {}
  const T contents;
};
template <class T>
using Box = PackedCounted<const Boxed<T>>;

template <class T, class... Others>
concept OneOf = (std::same_as<T, Others> || ...);
template <class T>
concept BoxedAlternative = OneOf<T, StringSet, NumberSet, BinarySet, List>;
template <class T>
concept Alternative =
    BoxedAlternative<T> || OneOf<T, Text, Number, Binary, bool, Null, AttributeMap>;

class AttributeValue {
 public:
  AttributeValue() : value_(Null{}) {}

  // REQUIRES: sets are sorted and unique.
  template <Alternative T>
  explicit AttributeValue(T value) : value_(stored(std::move(value))) {}
  explicit AttributeValue(std::string_view text) : value_(Text(text)) {}

  // Builders for sets that sort and remove duplicates.
  static AttributeValue string_set(std::vector<Text> elements);
  static AttributeValue number_set(std::vector<Number> elements);
  static AttributeValue binary_set(std::vector<Binary> elements);
  static AttributeValue string(std::string_view text) { return AttributeValue(text); }

  AttributeType type() const { return static_cast<AttributeType>(value_.index()); }

  // The alternative, or nullptr when the value has another type.
  template <Alternative T>
  const T* get_if() const {
    const auto* const found = std::get_if<Stored<T>>(&value_);
    return found == nullptr ? nullptr : &contents(*found);
  }

  // Calls visitor(const T&) with the alternative.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(
        [&](const auto& found) -> decltype(auto) { return visitor(contents(found)); }, value_);
  }

  // Bytes that the value counts for, its name not included (docs/METERING.md, R2 to R5).
  std::size_t size_bytes() const;

  // Levels of nesting: 1 for a scalar or set, 1 + the deepest member for lists and maps.
  std::size_t depth() const;

  friend bool operator==(const AttributeValue& a, const AttributeValue& b);

 private:
  template <class T>
  using Stored = std::conditional_t<BoxedAlternative<T>, Box<T>, T>;

  template <class T>
  static Stored<T> stored(T value) {
    if constexpr (BoxedAlternative<T>) {
      return Box<T>(Counted<const Boxed<T>>(make_counted<Boxed<T>>(std::move(value))));
    } else {
      return value;
    }
  }
  template <class T>
  static const T& contents(const T& value) {
    return value;
  }
  template <class T>
  static const T& contents(const Box<T>& box) {
    return box.get()->contents;
  }

  std::variant<Text, Number, Binary, bool, Null, Box<StringSet>, Box<NumberSet>, Box<BinarySet>,
               Box<List>, AttributeMap>
      value_;
};

// A copy that borrows its text or binary: it must not outlive the value.
AttributeValue borrow(const AttributeValue& value);

struct Attribute {
  Text name;
  AttributeValue value;
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

static_assert(sizeof(AttributeValue) == 24 && sizeof(Attribute) == 44);

// Makes a map of attributes that come in order of name, copying their texts once.
class AttributeMapBuilder {
 public:
  explicit AttributeMapBuilder(std::size_t capacity) { attributes_.reserve(capacity); }

  // REQUIRES: the name sorts after every name before it. The name, and the attribute, must live
  // until `build`.
  void append(std::string_view name, AttributeValue value) {
    attributes_.push_back(Attribute{Text::borrowed(name), std::move(value)});
  }
  void append(const Attribute& attribute) { append(attribute.name, borrow(attribute.value)); }

  AttributeMap build() { return AttributeMap(std::move(attributes_)); }

 private:
  std::vector<Attribute> attributes_;
};

// The attributes of a map and their long texts: this object, the attributes, the bytes.
class AttributeMap::Block : public CountedBase {
 public:
  // REQUIRES: sorted by name, names unique.
  static Counted<const Block> make(std::vector<Attribute> attributes);
  ~Block();

  std::size_t size() const { return size_; }
  const Attribute* begin() const { return reinterpret_cast<const Attribute*>(this + 1); }

  // Called by Counted only. The size of the whole is not known to the type: the unsized delete.
  static void operator delete(void* memory) { ::operator delete(memory); }

 private:
  struct Extent {
    std::size_t bytes;
  };
  Block() = default;
  static void* operator new(std::size_t, Extent extent) { return ::operator new(extent.bytes); }
  static void operator delete(void* memory, Extent) { ::operator delete(memory); }

  Attribute* slots() { return reinterpret_cast<Attribute*>(this + 1); }

  std::uint32_t size_ = 0;
};

inline AttributeMap::AttributeMap() noexcept = default;
inline AttributeMap::AttributeMap(const AttributeMap&) noexcept = default;
inline AttributeMap::AttributeMap(AttributeMap&&) noexcept = default;
inline AttributeMap& AttributeMap::operator=(AttributeMap other) noexcept {
  std::swap(block_, other.block_);
  return *this;
}
inline AttributeMap::~AttributeMap() = default;
inline std::size_t AttributeMap::size() const {
  const Block* const block = block_.get();
  return block == nullptr ? 0 : block->size();
}
inline bool AttributeMap::empty() const { return block_.get() == nullptr; }
inline const Attribute* AttributeMap::begin() const {
  const Block* const block = block_.get();
  return block == nullptr ? nullptr : block->begin();
}
inline const Attribute* AttributeMap::end() const { return begin() + size(); }

// Bytes of a top-level map of attributes: names and values, no overhead (R1).
std::size_t size_bytes(const AttributeMap& attributes);

}  // namespace stator

// The values that attributes hold, and the attributes of an item or map.
//
// An AttributeValue is one of ten alternatives. Invariants that make equality a plain comparison:
//  1. sets are sorted, without duplicates, never empty;
//  2. maps are sorted by name (bytes), names unique;
//  3. numbers are canonical (number.h).
// So a reordered set is the same value, and 1 equals 1.0, as on the service.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/number.h"

namespace stator {

// The ten types in variant order. `type_name` gives the wire spelling ("S", "NULL", ...).
enum class AttributeType { kS, kN, kB, kBool, kNull, kSs, kNs, kBs, kL, kM };

std::string_view type_name(AttributeType type);

class AttributeValue;
struct Attribute;

// Bytes, as they are (not base64).
struct Binary {
  std::string bytes;
  friend bool operator==(const Binary&, const Binary&) = default;
  friend auto operator<=>(const Binary&, const Binary&) = default;
};

struct Null {
  friend bool operator==(Null, Null) = default;
};

// Sorted, unique elements. Strings and binaries in byte order, numbers by value.
using StringSet = std::vector<std::string>;
struct BinarySet {
  std::vector<Binary> elements;
  friend bool operator==(const BinarySet&, const BinarySet&) = default;
};
using NumberSet = std::vector<Number>;
using List = std::vector<AttributeValue>;

// Attributes by name: a flat vector sorted by name, because items have few and are read often.
class AttributeMap {
 public:
  // Defined below, where Attribute is complete.
  AttributeMap();
  AttributeMap(const AttributeMap&);
  AttributeMap(AttributeMap&&) noexcept;
  AttributeMap& operator=(const AttributeMap&);
  AttributeMap& operator=(AttributeMap&&) noexcept;
  ~AttributeMap();

  // Takes attributes in any order; of equal names the last wins (as JSON objects are read).
  explicit AttributeMap(std::vector<Attribute> attributes);

  // The value, or nullptr. Valid until the map changes.
  const AttributeValue* find(std::string_view name) const;
  AttributeValue* find(std::string_view name);

  void set(std::string name, AttributeValue value);
  bool erase(std::string_view name);

  // Appends without searching. REQUIRES: name sorts after every name present.
  void append_sorted(std::string name, AttributeValue value);
  void reserve(std::size_t count);

  std::size_t size() const;
  bool empty() const;
  const Attribute* begin() const;
  const Attribute* end() const;

  friend bool operator==(const AttributeMap& a, const AttributeMap& b);

 private:
  std::vector<Attribute> attributes_;
};

class AttributeValue {
 public:
  using Variant = std::variant<std::string, Number, Binary, bool, Null, StringSet, NumberSet,
                               BinarySet, List, AttributeMap>;

  AttributeValue() : value_(Null{}) {}
  AttributeValue(Variant value) : value_(std::move(value)) {}

  // Builders for sets that sort and remove duplicates.
  static AttributeValue string_set(std::vector<std::string> elements);
  static AttributeValue number_set(std::vector<Number> elements);
  static AttributeValue binary_set(std::vector<Binary> elements);
  static AttributeValue string(std::string_view text) { return Variant(std::string(text)); }

  AttributeType type() const { return static_cast<AttributeType>(value_.index()); }

  // The alternative, or nullptr when the value has another type.
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&value_);
  }
  template <class T>
  T* get_if() {
    return std::get_if<T>(&value_);
  }
  const Variant& variant() const { return value_; }

  // Bytes that the value counts for, its name not included (docs/METERING.md, R2 to R5).
  std::size_t size_bytes() const;

  // Levels of nesting: 1 for a scalar or set, 1 + the deepest member for lists and maps.
  std::size_t depth() const;

  friend bool operator==(const AttributeValue& a, const AttributeValue& b) = default;

 private:
  Variant value_;
};

struct Attribute {
  std::string name;
  AttributeValue value;
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

inline AttributeMap::AttributeMap() = default;
inline AttributeMap::AttributeMap(const AttributeMap&) = default;
inline AttributeMap::AttributeMap(AttributeMap&&) noexcept = default;
inline AttributeMap& AttributeMap::operator=(const AttributeMap&) = default;
inline AttributeMap& AttributeMap::operator=(AttributeMap&&) noexcept = default;
inline AttributeMap::~AttributeMap() = default;
inline std::size_t AttributeMap::size() const { return attributes_.size(); }
inline bool AttributeMap::empty() const { return attributes_.empty(); }
inline const Attribute* AttributeMap::begin() const { return attributes_.data(); }
inline const Attribute* AttributeMap::end() const {
  return attributes_.data() + attributes_.size();
}
inline bool operator==(const AttributeMap& a, const AttributeMap& b) {
  return a.attributes_ == b.attributes_;
}

// Bytes of a top-level map of attributes: names and values, no overhead (R1).
std::size_t size_bytes(const AttributeMap& attributes);

}  // namespace stator

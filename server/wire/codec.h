// How each C++ type of a request member is decoded, checked and printed. Structs come in through
// their field tables (fields.h).
//
// A Codec<T> has
//   kShape                                      the type without C++ (kinds.h)
//   decode(json, place) -> T                    or SerializationException
//   check(value, constraint, path, violations)
//   print(out, value)                           as Java's toString does
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "server/wire/constraints.h"
#include "server/wire/json_writer.h"
#include "server/wire/kinds.h"
#include "server/wire/members.h"
#include "server/wire/values.h"

namespace stator::wire {

// A JSON object whose names are data, in request order.
template <class T>
using WireMap = std::vector<std::pair<std::string, T>>;

template <class T>
struct Codec;

// The value of a violation: "'[a, b]' ".
template <class T>
std::string printed(const T& value, const Constraint& constraint) {
  if (constraint.omits_value) return {};
  std::string text = "'";
  Codec<T>::print(text, value);
  text += "' ";
  return text;
}

template <class T>
void check_length(const T& collection, const Constraint& constraint, const Path& path,
                  Violations& violations) {
  const std::string fault = length_fault(collection.size(), constraint);
  if (!fault.empty()) violations.add(printed(collection, constraint), path, fault);
}

template <>
struct Codec<std::string> {
  static constexpr const Shape& kShape = kStringShape;
  static std::string decode(const Json& json, Place) { return std::string(read_string(json)); }
  static void check(const std::string& value, const Constraint& constraint, const Path& path,
                    Violations& violations) {
    check_string(value, constraint, path, violations);
  }
  static void print(std::string& out, const std::string& value) { out += value; }
};

template <>
struct Codec<bool> {
  static constexpr const Shape& kShape = kBooleanShape;
  static bool decode(const Json& json, Place) { return read_boolean(json); }
  static void check(bool, const Constraint&, const Path&, Violations&) {}
  static void print(std::string& out, bool value) { out += value ? "true" : "false"; }
};

template <>
struct Codec<std::int32_t> {
  static constexpr const Shape& kShape = kIntegerShape;
  static std::int32_t decode(const Json& json, Place) { return read_integer(json); }
  static void check(std::int32_t value, const Constraint& constraint, const Path& path,
                    Violations& violations) {
    check_number(value, constraint, path, violations);
  }
  static void print(std::string& out, std::int32_t value) { out += std::to_string(value); }
};

template <>
struct Codec<std::int64_t> {
  static constexpr const Shape& kShape = kLongShape;
  static std::int64_t decode(const Json& json, Place) { return read_long(json); }
  static void check(std::int64_t value, const Constraint& constraint, const Path& path,
                    Violations& violations) {
    check_number(value, constraint, path, violations);
  }
  static void print(std::string& out, std::int64_t value) { out += std::to_string(value); }
};

template <>
struct Codec<double> {
  static constexpr const Shape& kShape = kDoubleShape;
  static double decode(const Json& json, Place) { return read_double(json); }
  static void check(double, const Constraint&, const Path&, Violations&) {}
  static void print(std::string& out, double value) { append_number(out, value); }
};

template <>
struct Codec<Timestamp> {
  static constexpr const Shape& kShape = kTimestampShape;
  static Timestamp decode(const Json& json, Place) { return read_timestamp(json); }
  static void check(Timestamp, const Constraint&, const Path&, Violations&) {}
  static void print(std::string& out, Timestamp value) {
    out += std::to_string(value.time_since_epoch().count());
  }
};

// Dumps of attribute values, which the service prints as objects without a toString.
void print_value(std::string& out, const AttributeValue& value);
void print_item(std::string& out, const AttributeMap& attributes);

template <>
struct Codec<WireValue> {
  static constexpr const Shape& kShape = kAttributeValueShape;
  static WireValue decode(const Json& json, Place place) { return decode_value(json, place); }
  static void check(const WireValue&, const Constraint&, const Path&, Violations&) {}
  static void print(std::string& out, const WireValue& value) { print_value(out, value.peek()); }
};

template <>
struct Codec<WireValueList> {
  static constexpr const Shape& kShape = kValueListShape;
  static WireValueList decode(const Json& json, Place place) {
    return decode_value_list(json, place);
  }
  static void check(const WireValueList& values, const Constraint& constraint, const Path& path,
                    Violations& violations) {
    const std::string fault = length_fault(values.peek().size(), constraint);
    if (!fault.empty()) violations.add(printed(values, constraint), path, fault);
  }
  static void print(std::string& out, const WireValueList& values);
};

template <>
struct Codec<WireItem> {
  static constexpr const Shape& kShape = kValueMapShape;
  static WireItem decode(const Json& json, Place place) { return decode_item(json, place); }
  static void check(const WireItem&, const Constraint&, const Path&, Violations&) {}
  static void print(std::string& out, const WireItem& item) { print_item(out, item.peek()); }
};

template <>
struct Codec<WireValues> {
  static constexpr const Shape& kShape = kValueMapShape;
  static WireValues decode(const Json& json, Place) { return decode_values(json); }
  static void check(const WireValues&, const Constraint&, const Path&, Violations&) {}
  static void print(std::string& out, const WireValues& values);
};

template <class T>
struct Codec<std::vector<T>> {
  static constexpr Shape kShape{.kind = Kind::kList, .element = &Codec<T>::kShape};

  static std::vector<T> decode(const Json& json, Place place) {
    require_list(json, kShape, place);
    std::vector<T> elements;
    elements.reserve(json.Size());
    for (const Json& element : json.GetArray()) {
      if (!element.IsNull()) elements.push_back(Codec<T>::decode(element, Place::kElement));
    }
    return elements;
  }

  static void check(const std::vector<T>& elements, const Constraint& constraint, const Path& path,
                    Violations& violations) {
    static constexpr Constraint kNoConstraint;
    check_length(elements, constraint, path, violations);
    const Constraint& of_element = constraint.element ? *constraint.element : kNoConstraint;
    std::size_t index = 0;
    for (const T& element : elements) {
      const Path inner{.parent = &path, .name = {}, .index = ++index, .is_member = false};
      Codec<T>::check(element, of_element, inner, violations);
    }
  }

  static void print(std::string& out, const std::vector<T>& elements) {
    out += '[';
    for (const T& element : elements) {
      if (&element != elements.data()) out += ", ";
      Codec<T>::print(out, element);
    }
    out += ']';
  }
};

template <class T>
struct Codec<WireMap<T>> {
  static constexpr Shape kShape{.kind = Kind::kMap, .element = &Codec<T>::kShape};

  static WireMap<T> decode(const Json& json, Place place) {
    require_object(json, kShape, place);
    WireMap<T> entries;
    entries.reserve(json.MemberCount());
    for_each_member(json, Nulls::kSkip, [&](std::string_view name, const Json& value) {
      entries.emplace_back(std::string(name), Codec<T>::decode(value, Place::kElement));
    });
    return entries;
  }

  static void check(const WireMap<T>& entries, const Constraint& constraint, const Path& path,
                    Violations& violations) {
    static constexpr Constraint kNoConstraint;
    check_length(entries, constraint, path, violations);
    for (const auto& [key, value] : entries) {
      const Path inner{.parent = &path, .name = key, .is_member = false};
      Codec<T>::check(value, kNoConstraint, inner, violations);
    }
  }

  static void print(std::string& out, const WireMap<T>& entries) {
    out += '{';
    for (const auto& entry : entries) {
      if (&entry != entries.data()) out += ", ";
      out += entry.first;
      out += '=';
      Codec<T>::print(out, entry.second);
    }
    out += '}';
  }
};

}  // namespace stator::wire

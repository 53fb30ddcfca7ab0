// The kinds of members that requests have, and what the service answers to JSON of another kind.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/clock.h"
#include "model/error.h"
#include "server/wire/json.h"

namespace stator::wire {

enum class Kind {
  kString,
  kBoolean,
  kInteger,
  kLong,
  kDouble,
  kTimestamp,
  kBlob,
  kList,
  kMap,
  kStruct
};

struct Constraint;
struct Shape;

struct MemberShape {
  std::string_view name;  // "TableName"
  const Shape* shape;
  const Constraint* constraint = nullptr;  // constraints.h
};

// What a member looks like, without its C++ type: texts of type errors are made from it, and tests
// walk it to reach every member of every request, and compare it with the service's model.
struct Shape {
  Kind kind;
  std::string_view name = {};                 // of a struct: "KeySchemaElement"
  const Shape* element = nullptr;             // of a list or map
  std::span<const MemberShape> members = {};  // of a struct; empty for AttributeValue
};

inline constexpr Shape kStringShape{.kind = Kind::kString};
inline constexpr Shape kBooleanShape{.kind = Kind::kBoolean};
inline constexpr Shape kIntegerShape{.kind = Kind::kInteger};
inline constexpr Shape kLongShape{.kind = Kind::kLong};
inline constexpr Shape kDoubleShape{.kind = Kind::kDouble};
inline constexpr Shape kTimestampShape{.kind = Kind::kTimestamp};
inline constexpr Shape kBlobShape{.kind = Kind::kBlob};
inline constexpr Shape kStringListShape{.kind = Kind::kList, .element = &kStringShape};
inline constexpr Shape kBlobListShape{.kind = Kind::kList, .element = &kBlobShape};
inline constexpr Shape kAttributeValueShape{.kind = Kind::kStruct, .name = "AttributeValue"};
inline constexpr Shape kValueListShape{.kind = Kind::kList, .element = &kAttributeValueShape};
inline constexpr Shape kValueMapShape{.kind = Kind::kMap, .element = &kAttributeValueShape};

// Where a value stands: the service words some faults differently inside lists and maps.
enum class Place { kMember, kElement };

Error serialization_error(std::string message);

// Throws the SerializationException for `json`, which is not of the kind of `shape`.
[[noreturn]] void throw_wrong_kind(const Json& json, const Shape& shape, Place place);

// Read a value or throw SerializationException. Views point into the document.
std::string_view read_string(const Json& json);
bool read_boolean(const Json& json);          // also the strings true/1/yes and false/0/no
std::int32_t read_integer(const Json& json);  // fractions are floored
std::int64_t read_long(const Json& json);
double read_double(const Json& json);
Timestamp read_timestamp(const Json& json);   // epoch seconds; less than milliseconds is cut off
void require_list(const Json& json, const Shape& shape, Place place);
void require_object(const Json& json, const Shape& shape, Place place);

}  // namespace stator::wire

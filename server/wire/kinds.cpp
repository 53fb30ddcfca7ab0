#include "server/wire/kinds.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace stator::wire {
namespace {

// The table of SerializationException texts, in its rows: kinds of members; in its columns: what
// the JSON had instead. Captured from the service (2013 to 2021) and read again in 2026; Double, by
// analogy with Integer.
//
//            true/false           integer / decimal      string         array        object
// String     TRUE_VALUE cannot..  NUMBER_VALUE cannot..  ok             Unrecog. ..  Start of ..
// Boolean    ok                   NUMBER_VALUE cannot..  true/1/yes ..  Unrecog. ..  Start of ..
// Integer    TRUE_VALUE cannot..  ok, floored            STRING_VALUE.. Unrecog. ..  Start of ..
// Double     TRUE_VALUE cannot..  ok                     STRING_VALUE.. Unrecog. ..  Start of ..
// Date       TRUE_VALUE cannot..  ok                   STRING_VALUE.. Unrecog. ..  Start of ..
// Blob       only base-64-encoded strings are convertible  ok           Unrecog. ..  Start of ..
// List       Unexpected field type (*)                   (*)            ok           Start of ..
// Map        Unexpected field type (*)                   (*)            Unrecog. ..  ok
// Struct     Unexpected field type (**)                  (**)           Unrecog. ..  ok
//
// (*) inside a list or map: a cast error of the service's own; (**) there: "Unexpected value type".

constexpr std::string_view kPackage = "com.amazonaws.dynamodb.v20120810.";
constexpr std::string_view kObjectFound = "Start of structure or map found where not expected";
constexpr std::string_view kUnexpectedField = "Unexpected field type";
constexpr std::string_view kUnexpectedElement = "Unexpected value type in payload";
constexpr std::string_view kCastError =
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
    "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
    "java.lang.Class are in module java.base of loader 'bootstrap')";

std::string_view token_name(const Json& json) {
  if (json.IsTrue()) return "TRUE_VALUE";
  if (json.IsFalse()) return "FALSE_VALUE";
  if (json.IsDouble()) return "DECIMAL_VALUE";
  if (json.IsNumber()) return "NUMBER_VALUE";
  return "STRING_VALUE";
}

std::string_view scalar_name(Kind kind) {
  switch (kind) {
    case Kind::kBoolean:
      return "Boolean";
    case Kind::kInteger:
      return "Integer";
    case Kind::kLong:
      return "Long";
    case Kind::kDouble:
      return "Double";
    case Kind::kTimestamp:
      return "Date";
    default:
      return "String";
  }
}

// The Java type behind a shape, as it is printed in faults: java.util.List<...WriteRequest>.
std::string java_type(const Shape& shape) {
  switch (shape.kind) {
    case Kind::kList:
      return "java.util.List<" + java_type(*shape.element) + ">";
    case Kind::kMap:
      return "java.util.Map<java.lang.String, " + java_type(*shape.element) + ">";
    case Kind::kStruct:
      return std::string(kPackage) + std::string(shape.name);
    case Kind::kBlob:
      return "java.nio.ByteBuffer";
    case Kind::kTimestamp:
      return "java.util.Date";
    default:
      return "java.lang." + std::string(scalar_name(shape.kind));
  }
}

std::string array_found(const Shape& shape) {
  const bool is_class = shape.kind != Kind::kMap;
  return std::string("Unrecognized collection type ") + (is_class ? "class " : "") +
         java_type(shape);
}

std::string scalar_found(const Json& json, const Shape& shape, Place place) {
  switch (shape.kind) {
    case Kind::kList:
    case Kind::kMap:
      return std::string(place == Place::kMember ? kUnexpectedField : kCastError);
    case Kind::kStruct:
      return std::string(place == Place::kMember ? kUnexpectedField : kUnexpectedElement);
    case Kind::kBlob:
      return "only base-64-encoded strings are convertible to bytes";
    default:
      return std::string(token_name(json)) + " cannot be converted to " +
             std::string(scalar_name(shape.kind));
  }
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c) != lower[i]) return false;
  }
  return true;
}

std::optional<bool> boolean_spelling(std::string_view text) {
  for (const std::string_view word : {"true", "1", "yes"}) {
    if (equals_ignoring_case(text, word)) return true;
  }
  for (const std::string_view word : {"false", "0", "no"}) {
    if (equals_ignoring_case(text, word)) return false;
  }
  return std::nullopt;
}

// The number as a whole one, or nothing when it does not fit 64 bits.
std::optional<std::int64_t> whole_number(const Json& json) {
  if (json.IsInt64()) return json.GetInt64();
  if (!json.IsDouble()) return std::nullopt;
  const double floored = std::floor(json.GetDouble());
  constexpr double kBound = 9223372036854775808.0;  // 2^63
  if (floored < -kBound || floored >= kBound) return std::nullopt;
  return static_cast<std::int64_t>(floored);
}

}  // namespace

Error serialization_error(std::string message) {
  return Error(ErrorCode::kSerialization, std::move(message));
}

void throw_wrong_kind(const Json& json, const Shape& shape, Place place) {
  if (json.IsObject()) throw serialization_error(std::string(kObjectFound));
  if (json.IsArray()) throw serialization_error(array_found(shape));
  throw serialization_error(scalar_found(json, shape, place));
}

std::string_view read_string(const Json& json) {
  if (!json.IsString()) throw_wrong_kind(json, kStringShape, Place::kMember);
  return text_of(json);
}

bool read_boolean(const Json& json) {
  if (json.IsBool()) return json.GetBool();
  if (!json.IsString()) throw_wrong_kind(json, kBooleanShape, Place::kMember);
  const auto spelled = boolean_spelling(text_of(json));
  if (!spelled) throw serialization_error("Unexpected token received from parser");
  return *spelled;
}

std::int32_t read_integer(const Json& json) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (!json.IsNumber()) throw_wrong_kind(json, kIntegerShape, Place::kMember);
  const auto number = whole_number(json);
  if (!number || *number < Limits::min() || *number > Limits::max()) {
    throw_wrong_kind(json, kIntegerShape, Place::kMember);
  }
  return static_cast<std::int32_t>(*number);
}

std::int64_t read_long(const Json& json) {
  if (!json.IsNumber()) throw_wrong_kind(json, kLongShape, Place::kMember);
  const auto number = whole_number(json);
  if (!number) throw_wrong_kind(json, kLongShape, Place::kMember);
  return *number;
}

double read_double(const Json& json) {
  if (!json.IsNumber()) throw_wrong_kind(json, kDoubleShape, Place::kMember);
  return json.GetDouble();
}

Timestamp read_timestamp(const Json& json) {
  if (!json.IsNumber()) throw_wrong_kind(json, kTimestampShape, Place::kMember);
  constexpr double kSecondsMax = 253402300799.0;  // the end of the year 9999
  const double seconds = json.GetDouble();
  if (!(std::abs(seconds) <= kSecondsMax)) {
    throw_wrong_kind(json, kTimestampShape, Place::kMember);
  }
  // The nearest double to a number of milliseconds may be a little less.
  constexpr double kRounding = 1e-4;
  return Timestamp(std::chrono::milliseconds(
      static_cast<std::int64_t>(std::floor(seconds * 1000 + kRounding))));
}

void require_list(const Json& json, const Shape& shape, Place place) {
  if (!json.IsArray()) throw_wrong_kind(json, shape, place);
}

void require_object(const Json& json, const Shape& shape, Place place) {
  if (!json.IsObject()) throw_wrong_kind(json, shape, place);
}

}  // namespace stator::wire

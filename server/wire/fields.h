// Field tables: one list per request struct, from which the request is decoded and checked.
//
//   struct GetItemRequest {
//     std::optional<std::string> table_name;
//     ...
//     static constexpr auto fields() {
//       return std::array{
//           field<&GetItemRequest::table_name>("TableName", {.required = true}),
//           ...};
//     }
//   };
//
// Every member is a std::optional: absent and JSON null are the same. Members that the table does
// not list are ignored. The order of the table is the order in which the service reports
// constraint violations; type errors of lists, maps and structs come before those of scalars, and
// in the order of the table among themselves.
//
// A struct that is a member of another one says its name in the service's model:
//     static constexpr std::string_view kShapeName = "KeySchemaElement";
// A struct may add checks that its table cannot say:
//     static void check_more(const R& request, Violations& violations);
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "server/wire/codec.h"

namespace stator::wire {

// One member of struct R.
template <class R>
struct Field {
  std::string_view name;
  const Shape* shape;
  Constraint constraint;
  void (*decode)(const Json&, R&);
  void (*check)(const R&, const Field&, const Path* parent, Violations&);
  void (*print)(std::string&, const R&);
  bool (*is_absent)(const R&);
  bool (*is_empty)(const R&);  // an empty list or map
};

template <class>
struct MemberType;
template <class R, class T>
struct MemberType<std::optional<T> R::*> {
  using Struct = R;
  using Type = T;
};

// The functions behind a Field.
template <auto kMember>
struct FieldFunctions {
  using R = typename MemberType<decltype(kMember)>::Struct;
  using T = typename MemberType<decltype(kMember)>::Type;

  static void decode(const Json& json, R& request) {
    (request.*kMember).emplace(Codec<T>::decode(json, Place::kMember));
  }
  static void check(const R& request, const Field<R>& field, const Path* parent,
                    Violations& violations) {
    const auto& member = request.*kMember;
    const Path path{.parent = parent, .name = field.name, .whole = field.constraint.path};
    if (member) {
      Codec<T>::check(*member, field.constraint, path, violations);
    } else if (field.constraint.required) {
      violations.add_null(path);
    }
  }
  static void print(std::string& out, const R& request) {
    const auto& member = request.*kMember;
    if (member) {
      Codec<T>::print(out, *member);
    } else {
      out += "null";
    }
  }
  static bool is_absent(const R& request) { return !(request.*kMember); }
  static bool is_empty(const R& request) {
    if constexpr (requires(const T& value) { value.empty(); }) {
      return (request.*kMember) && (request.*kMember)->empty();
    }
    return false;
  }
};

template <auto kMember>
constexpr auto field(std::string_view name, const Constraint& constraint = {}) {
  using Functions = FieldFunctions<kMember>;
  return Field<typename Functions::R>{
      .name = name,
      .shape = &Codec<typename Functions::T>::kShape,
      .constraint = constraint,
      .decode = &Functions::decode,
      .check = &Functions::check,
      .print = &Functions::print,
      .is_absent = &Functions::is_absent,
      .is_empty = &Functions::is_empty,
  };
}

template <class R>
inline constexpr auto kFields = R::fields();

template <class R>
constexpr auto member_shapes() {
  std::array<MemberShape, kFields<R>.size()> shapes{};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    shapes[i] = {kFields<R>[i].name, kFields<R>[i].shape, &kFields<R>[i].constraint};
  }
  return shapes;
}

template <class R>
inline constexpr auto kMemberShapes = member_shapes<R>();

// The shape of a request, for tests.
template <class R>
inline constexpr Shape kRequestShape{.kind = Kind::kStruct, .members = kMemberShapes<R>};

constexpr bool is_collection(Kind kind) {
  return kind == Kind::kList || kind == Kind::kMap || kind == Kind::kStruct;
}

// REQUIRES: `object` is a JSON object.
template <class R>
void decode_members(const Json& object, R& request) {
  constexpr const auto& kTable = kFields<R>;
  std::array<const Json*, kTable.size()> given{};
  for (auto member = object.MemberBegin(); member != object.MemberEnd(); ++member) {
    const std::string_view name = text_of(member->name);
    for (const Field<R>& field : kTable) {
      if (field.name != name) continue;
      given[static_cast<std::size_t>(&field - kTable.data())] =
          member->value.IsNull() ? nullptr : &member->value;
      break;
    }
  }
  for (const bool collections : {true, false}) {
    for (const Field<R>& field : kTable) {
      const Json* json = given[static_cast<std::size_t>(&field - kTable.data())];
      if (json == nullptr || is_collection(field.shape->kind) != collections) continue;
      field.decode(*json, request);
    }
  }
}

template <class R>
void check_members(const R& request, const Path* parent, Violations& violations) {
  for (const Field<R>& field : kFields<R>) field.check(request, field, parent, violations);
}

// Members that are structs with a field table of their own.
template <class R>
requires requires { R::fields(); }
struct Codec<R> {
  static constexpr Shape kShape{
      .kind = Kind::kStruct, .name = R::kShapeName, .members = kMemberShapes<R>};

  static R decode(const Json& json, Place place) {
    require_object(json, kShape, place);
    R value;
    decode_members(json, value);
    return value;
  }
  static void check(const R& value, const Constraint&, const Path& path, Violations& violations) {
    check_members(value, &path, violations);
  }
  static void print(std::string& out, const R& value) {
    out += R::kShapeName;
    out += '(';
    for (const Field<R>& field : kFields<R>) {
      if (&field != kFields<R>.data()) out += ", ";
      append_camel_case(out, field.name);
      out += '=';
      field.print(out, value);
    }
    if constexpr (requires { R::kPrintedTail; }) out += R::kPrintedTail;
    out += ')';
  }
};

// The request in `body`; throws SerializationException.
template <class R>
R decode(const Json& body) {
  // A body that is an array or a scalar is answered like one that is not JSON.
  if (!body.IsObject()) throw serialization_error("");
  R request;
  decode_members(body, request);
  return request;
}

// Throws one ValidationException that lists the violations of the model's constraints.
template <class R>
void check_constraints(const R& request) {
  Violations violations;
  for (const Field<R>& field : kFields<R>) {
    const Constraint& constraint = field.constraint;
    if (!constraint.absent_text.empty() && field.is_absent(request)) {
      throw validation_error(std::string(constraint.absent_text));
    }
    if (!constraint.empty_text.empty() && field.is_empty(request)) {
      throw validation_error(std::string(constraint.empty_text));
    }
    if (constraint.reported_alone && !field.is_absent(request)) {
      field.check(request, field, nullptr, violations);
      violations.throw_if_any();
    }
  }
  check_members(request, nullptr, violations);
  if constexpr (requires { R::check_more(request, violations); }) {
    R::check_more(request, violations);
  }
  violations.throw_if_any();
}

}  // namespace stator::wire

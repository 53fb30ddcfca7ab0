// Prints what the server knows of every operation's request, as JSON, for model_check.py:
//
//   {"operations": {"GetItem": {"TableName": MEMBER, ...}, ...},
//    "structs": {"KeySchemaElement": {"KeyType": MEMBER, ...}, ...}}
//
//   MEMBER = {"type": "string", "required": true, "min": 1, "max": 255, "pattern": "...",
//             "enum": [...], "struct": "KeySchemaElement", "element": MEMBER}
//
// Names of types are those of the service's model. Absent properties are not checked here.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/constraints.h"
#include "server/wire/json_writer.h"
#include "server/wire/kinds.h"

namespace stator::server {
namespace {

using wire::Constraint;
using wire::Kind;
using wire::Shape;

std::string_view type_name(Kind kind) {
  switch (kind) {
    case Kind::kString:
      return "string";
    case Kind::kBoolean:
      return "boolean";
    case Kind::kInteger:
      return "integer";
    case Kind::kLong:
      return "long";
    case Kind::kDouble:
      return "double";
    case Kind::kTimestamp:
      return "timestamp";
    case Kind::kBlob:
      return "blob";
    case Kind::kList:
      return "list";
    case Kind::kMap:
      return "map";
    case Kind::kStruct:
      break;
  }
  return "structure";
}

class Dump {
 public:
  std::string text() {
    wire::JsonWriter out(text_);
    out.begin_object().key("operations").begin_object();
    for (const Operation& operation : operations()) {
      out.key(operation.name);
      write_members(out, operation.request->members);
    }
    out.end_object().key("structs").begin_object();
    // Writing one struct may find others: those are taken from the beginning again.
    while (!waiting_.empty()) {
      const auto [name, shape] = *waiting_.begin();
      waiting_.erase(waiting_.begin());
      written_[name] = shape;
      out.key(name);
      write_members(out, shape->members);
    }
    out.end_object().end_object();
    return text_ + "\n";
  }

 private:
  void write_members(wire::JsonWriter& out, std::span<const wire::MemberShape> members) {
    out.begin_object();
    for (const wire::MemberShape& member : members) {
      out.key(member.name);
      write_member(out, *member.shape, member.constraint);
    }
    out.end_object();
  }

  void write_member(wire::JsonWriter& out, const Shape& shape, const Constraint* constraint) {
    out.begin_object();
    out.member("type", type_name(shape.kind));
    if (constraint != nullptr) write_constraint(out, *constraint);
    if (shape.kind == Kind::kStruct) {
      out.member("struct", shape.name);
      if (!written_.contains(shape.name)) waiting_[shape.name] = &shape;
    }
    if (shape.element != nullptr) {
      out.key("element");
      write_member(out, *shape.element, constraint == nullptr ? nullptr : constraint->element);
    }
    out.end_object();
  }

  static void write_constraint(wire::JsonWriter& out, const Constraint& constraint) {
    if (constraint.required) out.member("required", true);
    // A table's name is a TableArn in the model; constraints.cpp has the rules within it.
    const bool is_table = constraint.name == wire::NameRule::kTable ||
                          constraint.name == wire::NameRule::kItemTable;
    const Constraint table{.length_min = 1, .length_max = 1024};
    write_bounds(out, is_table ? table : constraint);
    if (constraint.name == wire::NameRule::kPattern) out.member("pattern", "[a-zA-Z0-9_.-]+");
    if (constraint.pattern != nullptr) out.member("pattern", constraint.pattern->text);
    if (constraint.choices.empty()) return;
    out.key("enum").begin_array();
    for (const std::string_view choice : constraint.choices) out.string(choice);
    out.end_array();
  }

  static void write_bounds(wire::JsonWriter& out, const Constraint& constraint) {
    using Limits = std::numeric_limits<std::int64_t>;
    if (constraint.length_min != 0) {
      out.member("min", static_cast<std::int64_t>(constraint.length_min));
    }
    if (constraint.least != Limits::min()) out.member("min", constraint.least);
    if (constraint.length_max != wire::kUnbounded) {
      out.member("max", static_cast<std::int64_t>(constraint.length_max));
    }
    if (constraint.most != Limits::max()) out.member("max", constraint.most);
  }

  std::string text_;
  std::map<std::string_view, const Shape*> waiting_;
  std::map<std::string_view, const Shape*> written_;
};

}  // namespace
}  // namespace stator::server

int main() {
  const std::string text = stator::server::Dump().text();
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}

// Documents whose values are computed before they are used: templates, as JSON or YAML.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/load/json_part.h"
#include "server/load/source.h"
#include "server/wire/json_writer.h"
#include "server/wire/kinds.h"

namespace stator::server::load {

struct NodeMember;

struct Node {
  enum class Kind : std::uint8_t {
    kNull,
    kText,   // a string, in quotes where the syntax has them
    kPlain,  // a number or literal; what it is depends on what is asked for
    kList,
    kMap,
  };

  Kind kind = Kind::kNull;
  std::size_t line = 1;
  std::string text;  // of kText and kPlain
  std::vector<Node> elements;
  std::vector<NodeMember> members;  // in the order of the file

  static Node of_text(std::string text, std::size_t line);
  static Node of_map(std::size_t line);
  static Node of_list(std::size_t line);

  bool is_null() const { return kind == Kind::kNull; }
  bool is_scalar() const { return kind == Kind::kText || kind == Kind::kPlain; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_map() const { return kind == Kind::kMap; }

  // What a scalar says as YAML 1.1 and CloudFormation spell booleans; nothing if it says neither.
  std::optional<bool> as_boolean() const;

  // A member of a map that is not null; nullptr if there is none, or this is no map.
  const Node* find(std::string_view name) const;
  // Adds a member, or replaces it.
  void set(std::string name, Node value);
  // Takes a member out; kNull if there is none.
  Node take(std::string_view name);
};

struct NodeMember {
  std::string name;
  std::size_t line = 1;  // of the name
  Node value;
};

// Throw LoadError. Functions of templates are maps with one member, "Ref" or "Fn::...", in both;
// the short forms of YAML (!Ref) become that.
Node read_yaml(const Source& source);
Node read_json(const Source& source, const JsonPart& part);

// What to do with members that a shape does not have.
enum class Unknown : std::uint8_t { kRefuse, kOmit };

// Writes a request. The shape says what scalars become: "5" is a number where one is expected. Null
// is left out. Throws LoadError for what cannot be of the shape.
void write_shaped(wire::JsonWriter& out, const Source& source, const Node& node,
                  const wire::Shape& shape, Unknown unknown);

// The node as JSON by its own lights: plain numbers and literals are such.
std::string to_json(const Node& node);

}  // namespace stator::server::load

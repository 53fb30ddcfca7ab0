#include "server/load/node.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace stator::server::load {
namespace {

using wire::JsonWriter;
using wire::Kind;
using wire::Shape;

constexpr std::size_t kLevelsMax = 100;  // far more than templates need, and the stack can bear

Node from_json(const Source& source, const JsonPart& part, std::size_t levels) {
  if (levels > kLevelsMax) source.fail(part.text(), "nested too deeply");
  Node node;
  node.line = source.origin_of(part.text()).line;
  if (part.is_object()) {
    node.kind = Node::Kind::kMap;
    for (const JsonPart::Member& member : part.members()) {
      const std::size_t line = source.origin_of(member.name_text).line;
      node.members.push_back({member.name, line, from_json(source, member.value, levels + 1)});
    }
  } else if (part.is_array()) {
    node.kind = Node::Kind::kList;
    for (const JsonPart& element : part.elements()) {
      node.elements.push_back(from_json(source, element, levels + 1));
    }
  } else if (part.is_string()) {
    node.kind = Node::Kind::kText;
    node.text = part.string().value_or("");
  } else if (!part.is_null()) {
    node.kind = Node::Kind::kPlain;
    node.text = part.text();
  }
  return node;
}

std::optional<std::int64_t> as_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Writes by a shape. `what` names the member for messages.
class ShapedWriter {
 public:
  ShapedWriter(JsonWriter& out, const Source& source, Unknown unknown)
      : out_(out), source_(source), unknown_(unknown) {}

  void write(const Node& node, const Shape& shape, std::string_view what) {
    switch (shape.kind) {
      case Kind::kStruct:
        return write_struct(node, shape, what);
      case Kind::kMap:
        return write_map(node, shape, what);
      case Kind::kList:
        return write_list(node, shape, what);
      case Kind::kBoolean:
        return write_boolean(node, what);
      case Kind::kInteger:
      case Kind::kLong:
        return write_integer(node, what);
      case Kind::kDouble:
      case Kind::kTimestamp:
        require(node.is_scalar(), node, what, "a number");
        out_.raw(node.text);
        return;
      case Kind::kString:
      case Kind::kBlob:
        require(node.is_scalar(), node, what, "a string");
        out_.string(node.text);
        return;
    }
  }

 private:
  void require(bool holds, const Node& node, std::string_view what, std::string_view kind) const {
    if (holds) return;
    throw LoadError(source_.at_line(node.line), fmt::format("{} must be {}", what, kind));
  }

  void write_struct(const Node& node, const Shape& shape, std::string_view what) {
    require(node.is_map(), node, what, "a map");
    out_.begin_object();
    for (const NodeMember& member : node.members) {
      if (member.value.is_null()) continue;
      const auto known = std::find_if(shape.members.begin(), shape.members.end(),
                                      [&](const auto& each) { return each.name == member.name; });
      if (known != shape.members.end()) {
        out_.key(known->name);
        write(member.value, *known->shape, member.name);
      } else if (unknown_ == Unknown::kRefuse) {
        throw LoadError(source_.at_line(member.line),
                        fmt::format("{} has no property {}", what, member.name));
      }
    }
    out_.end_object();
  }

  void write_map(const Node& node, const Shape& shape, std::string_view what) {
    require(node.is_map(), node, what, "a map");
    out_.begin_object();
    for (const NodeMember& member : node.members) {
      out_.escaped_key(member.name);
      write(member.value, *shape.element, member.name);
    }
    out_.end_object();
  }

  void write_list(const Node& node, const Shape& shape, std::string_view what) {
    require(node.is_list(), node, what, "a list");
    out_.begin_array();
    for (const Node& element : node.elements) {
      if (!element.is_null()) write(element, *shape.element, what);
    }
    out_.end_array();
  }

  void write_boolean(const Node& node, std::string_view what) {
    const auto value = node.as_boolean();
    require(value.has_value(), node, what, "true or false");
    out_.boolean(*value);
  }

  void write_integer(const Node& node, std::string_view what) {
    const auto value = node.is_scalar() ? as_integer(node.text) : std::nullopt;
    require(value.has_value(), node, what, "a whole number");
    out_.integer(*value);
  }

  JsonWriter& out_;
  const Source& source_;
  const Unknown unknown_;
};

void write_node(JsonWriter& out, const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNull:
      out.raw("null");
      return;
    case Node::Kind::kText:
      out.string(node.text);
      return;
    case Node::Kind::kPlain:
      if (const auto number = as_integer(node.text)) {
        out.integer(*number);
      } else if (node.text == "true" || node.text == "false") {
        out.raw(node.text);
      } else {
        out.string(node.text);
      }
      return;
    case Node::Kind::kList:
      out.begin_array();
      for (const Node& element : node.elements) write_node(out, element);
      out.end_array();
      return;
    case Node::Kind::kMap:
      out.begin_object();
      for (const NodeMember& member : node.members) {
        out.escaped_key(member.name);
        write_node(out, member.value);
      }
      out.end_object();
      return;
  }
}

}  // namespace

Node Node::of_text(std::string text, std::size_t line) {
  Node node;
  node.kind = Kind::kText;
  node.line = line;
  node.text = std::move(text);
  return node;
}

Node Node::of_map(std::size_t line) {
  Node node;
  node.kind = Kind::kMap;
  node.line = line;
  return node;
}

Node Node::of_list(std::size_t line) {
  Node node;
  node.kind = Kind::kList;
  node.line = line;
  return node;
}

std::optional<bool> Node::as_boolean() const {
  const auto is_one_of = [this](std::initializer_list<std::string_view> spellings) {
    return std::any_of(spellings.begin(), spellings.end(), [this](std::string_view spelling) {
      return std::equal(text.begin(), text.end(), spelling.begin(), spelling.end(),
                        [](char a, char b) { return (a | 0x20) == b; });
    });
  };
  if (!is_scalar()) return std::nullopt;
  if (is_one_of({"true", "yes", "on"})) return true;
  if (is_one_of({"false", "no", "off"})) return false;
  return std::nullopt;
}

const Node* Node::find(std::string_view name) const {
  for (const NodeMember& member : members) {
    if (member.name == name && !member.value.is_null()) return &member.value;
  }
  return nullptr;
}

void Node::set(std::string name, Node value) {
  for (NodeMember& member : members) {
    if (member.name != name) continue;
    member.value = std::move(value);
    return;
  }
  const std::size_t at = value.line;
  members.push_back({std::move(name), at, std::move(value)});
}

Node Node::take(std::string_view name) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const NodeMember& member) { return member.name == name; });
  if (found == members.end()) return {};
  Node taken = std::move(found->value);
  members.erase(found);
  return taken;
}

Node read_json(const Source& source, const JsonPart& part) { return from_json(source, part, 0); }

void write_shaped(wire::JsonWriter& out, const Source& source, const Node& node,
                  const wire::Shape& shape, Unknown unknown) {
  ShapedWriter(out, source, unknown).write(node, shape, "the resource");
}

std::string to_json(const Node& node) {
  std::string json;
  wire::JsonWriter out(json);
  write_node(out, node);
  return json;
}

}  // namespace stator::server::load

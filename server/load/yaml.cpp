// YAML into nodes, with libyaml's parser.
#include <yaml.h>

#include <algorithm>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "server/load/node.h"

namespace stator::server::load {
namespace {

constexpr std::size_t kLevelsMax = 100;
// Aliases can make a few lines a document of any size.
constexpr std::size_t kNodesMax = 200'000;

std::string_view view_of(const yaml_char_t* text) {
  // libyaml's characters are the bytes of UTF-8.
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

std::size_t line_of(const yaml_mark_t& mark) { return mark.line + 1; }

[[noreturn]] void fail(const yaml_parser_t& parser, const Source& source) {
  std::string message = "not YAML: ";
  if (parser.context != nullptr) {
    message += fmt::format("{} from line {} on, ", parser.context, line_of(parser.context_mark));
  }
  message += parser.problem == nullptr ? "it cannot be read" : parser.problem;
  // What is no text has an offset only.
  if (parser.error == YAML_READER_ERROR) {
    source.fail(source.text().substr(std::min(parser.problem_offset, source.text().size())),
                message);
  }
  throw LoadError(source.at_line(line_of(parser.problem_mark)), message);
}

// One event of the parser, freed with it.
class Event {
 public:
  Event(yaml_parser_t& parser, const Source& source) {
    if (yaml_parser_parse(&parser, &event_) == 0) fail(parser, source);
  }
  ~Event() { yaml_event_delete(&event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  const yaml_event_t& operator*() const { return event_; }
  const yaml_event_t* operator->() const { return &event_; }

 private:
  yaml_event_t event_{};
};

bool is_plain_null(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

class YamlReader {
 public:
  explicit YamlReader(const Source& source) : source_(source) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_,
                                 reinterpret_cast<const unsigned char*>(source.text().data()),
                                 source.text().size());
  }
  ~YamlReader() { yaml_parser_delete(&parser_); }
  YamlReader(const YamlReader&) = delete;
  YamlReader& operator=(const YamlReader&) = delete;

  // The only document of the file.
  Node read() {
    Node document;
    for (bool has_document = false;;) {
      const Event event(parser_, source_);
      if (event->type == YAML_STREAM_END_EVENT) return document;
      if (event->type != YAML_DOCUMENT_START_EVENT) continue;
      if (has_document) fail(*event, "a second document begins here; one is all that is read");
      has_document = true;
      document = read_next(0);
    }
  }

 private:
  [[noreturn]] void fail(const yaml_event_t& event, std::string_view message) const {
    throw LoadError(source_.at_line(line_of(event.start_mark)), message);
  }

  Node read_next(std::size_t levels) {
    const Event event(parser_, source_);
    return read_node(*event, levels);
  }

  // The node that begins with the event.
  Node read_node(const yaml_event_t& event, std::size_t levels) {
    if (levels > kLevelsMax) fail(event, "nested too deeply");
    if (++nodes_ > kNodesMax) fail(event, "too large");
    switch (event.type) {
      case YAML_ALIAS_EVENT:
        return read_alias(event);
      case YAML_SCALAR_EVENT:
        return finish(read_scalar(event), event, event.data.scalar.anchor);
      case YAML_SEQUENCE_START_EVENT:
        return finish(read_list(event, levels), event, event.data.sequence_start.anchor);
      case YAML_MAPPING_START_EVENT:
        return finish(read_map(event, levels), event, event.data.mapping_start.anchor);
      default:
        fail(event, "a value expected");
    }
  }

  // Short forms become functions; what has an anchor is kept for its aliases.
  Node finish(Node node, const yaml_event_t& event, const yaml_char_t* anchor) {
    node = with_function(std::move(node), tag_of(event), event);
    if (anchor != nullptr) anchors_[std::string(view_of(anchor))] = node;
    return node;
  }

  static std::string_view tag_of(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_SCALAR_EVENT:
        return view_of(event.data.scalar.tag);
      case YAML_SEQUENCE_START_EVENT:
        return view_of(event.data.sequence_start.tag);
      default:
        return view_of(event.data.mapping_start.tag);
    }
  }

  // !Ref x becomes {Ref: x}, !Sub x becomes {Fn::Sub: x}.
  Node with_function(Node node, std::string_view tag, const yaml_event_t& event) const {
    if (tag.empty() || tag == "!" || tag.starts_with("tag:yaml.org,2002:")) return node;
    if (!tag.starts_with('!')) fail(event, fmt::format("the tag {} is not known", tag));
    const std::string_view name = tag.substr(1);
    const bool is_bare = name == "Ref" || name == "Condition";
    Node function = Node::of_map(node.line);
    function.set(fmt::format("{}{}", is_bare ? "" : "Fn::", name), std::move(node));
    return function;
  }

  Node read_alias(const yaml_event_t& event) {
    const std::string name(view_of(event.data.alias.anchor));
    const auto anchor = anchors_.find(name);
    if (anchor == anchors_.end()) fail(event, fmt::format("there is no anchor {}", name));
    nodes_ += count(anchor->second);
    if (nodes_ > kNodesMax) fail(event, "too large");
    return anchor->second;
  }

  static std::size_t count(const Node& node) {
    std::size_t nodes = 1;
    for (const Node& element : node.elements) nodes += count(element);
    for (const NodeMember& member : node.members) nodes += count(member.value);
    return nodes;
  }

  static Node read_scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    // A scalar may hold NUL, so its length counts.
    Node node = Node::of_text({reinterpret_cast<const char*>(scalar.value), scalar.length},
                              line_of(event.start_mark));
    if (scalar.style != YAML_PLAIN_SCALAR_STYLE || scalar.plain_implicit == 0) return node;
    node.kind = is_plain_null(node.text) ? Node::Kind::kNull : Node::Kind::kPlain;
    return node;
  }

  Node read_list(const yaml_event_t& start, std::size_t levels) {
    Node list = Node::of_list(line_of(start.start_mark));
    for (;;) {
      const Event event(parser_, source_);
      if (event->type == YAML_SEQUENCE_END_EVENT) return list;
      list.elements.push_back(read_node(*event, levels + 1));
    }
  }

  Node read_map(const yaml_event_t& start, std::size_t levels) {
    Node map = Node::of_map(line_of(start.start_mark));
    std::vector<Node> merged;
    for (;;) {
      const Event event(parser_, source_);
      if (event->type == YAML_MAPPING_END_EVENT) break;
      const Node name = read_node(*event, levels + 1);
      if (!name.is_scalar()) fail(*event, "a name expected");
      Node value = read_next(levels + 1);
      if (name.text == "<<" && name.kind == Node::Kind::kPlain) {
        merged.push_back(std::move(value));
      } else {
        map.members.push_back({name.text, name.line, std::move(value)});
      }
    }
    for (const Node& each : merged) merge(map, each);
    return map;
  }

  // Members that the map has of its own win.
  static void merge(Node& map, const Node& from) {
    for (const Node& element : from.elements) merge(map, element);
    for (const NodeMember& member : from.members) {
      if (map.find(member.name) == nullptr) map.members.push_back(member);
    }
  }

  const Source& source_;
  yaml_parser_t parser_{};
  std::map<std::string, Node> anchors_;
  std::size_t nodes_ = 0;
};

}  // namespace

Node read_yaml(const Source& source) { return YamlReader(source).read(); }

}  // namespace stator::server::load

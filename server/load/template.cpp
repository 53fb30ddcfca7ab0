#include "server/load/template.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/table_arn.h"
#include "server/load/functions.h"
#include "server/load/physical_ids.h"

namespace stator::server::load {
namespace {

// Values that depend on each other without end are found by their number.
constexpr std::size_t kLevelsMax = 200;

class Level {
 public:
  explicit Level(std::size_t& level) : level_(++level) {}
  ~Level() { --level_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  std::size_t& level_;
};

bool is_list_type(std::string_view type) {
  return type == "CommaDelimitedList" || type.starts_with("List<");
}

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Node split_at_commas(std::string_view text, std::size_t line) {
  Node list = Node::of_list(line);
  for (bool has_more = true; has_more;) {
    const std::size_t comma = text.find(',');
    has_more = comma != std::string_view::npos;
    list.elements.push_back(
        Node::of_text(std::string(without_blanks(text.substr(0, comma))), line));
    if (has_more) text.remove_prefix(comma + 1);
  }
  return list;
}

}  // namespace

void Template::fail(std::size_t line, std::string_view message) const {
  throw LoadError(source_.at_line(line), message);
}

Node Template::with_variables(const Node& node) const {
  return variables_ == nullptr ? node : variables_->expand(node);
}

std::optional<Node> Template::resolve(const Node& node) {
  const Level level(level_);
  if (level_ > kLevelsMax) fail(node.line, "nested too deeply, or defined by itself");
  if (node.is_scalar()) {
    Node value = with_variables(node);
    return value.is_scalar() ? std::move(value) : resolve(value);
  }
  if (node.is_map() && node.members.size() == 1) {
    const NodeMember& only = node.members.front();
    if (only.name == "Ref") return reference(text_of(only.value), node.line);
    if (only.name.starts_with("Fn::")) {
      return Functions{*this, node.line}.call(only.name, only.value);
    }
  }
  return resolve_members(node);
}

std::optional<Node> Template::resolve_members(const Node& node) {
  if (!node.is_map() && !node.is_list()) return node;
  Node resolved;
  resolved.kind = node.kind;
  resolved.line = node.line;
  for (const Node& element : node.elements) {
    if (auto value = resolve(element)) resolved.elements.push_back(*std::move(value));
  }
  for (const NodeMember& member : node.members) {
    if (auto value = resolve(member.value)) {
      resolved.members.push_back({member.name, member.line, *std::move(value)});
    }
  }
  return resolved;
}

Node Template::require(const Node& node) {
  auto value = resolve(node);
  if (!value || value->is_null()) fail(node.line, "a value expected");
  return *std::move(value);
}

std::string Template::text_of(const Node& node) {
  Node value = require(node);
  if (!value.is_scalar()) fail(node.line, "a string expected");
  return std::move(value.text);
}

const std::string* Template::given(std::string_view parameter) const {
  const auto found = std::find_if(options_.parameters.rbegin(), options_.parameters.rend(),
                                  [&](const auto& each) { return each.first == parameter; });
  return found == options_.parameters.rend() ? nullptr : &found->second;
}

std::optional<std::string> Template::pseudo_parameter(std::string_view name,
                                                      std::size_t line) const {
  if (!name.starts_with("AWS::")) return std::nullopt;
  if (const std::string* value = given(name)) return *value;
  if (name == "AWS::Region") return options_.region;
  if (name == "AWS::AccountId") return std::string(kAccountId);
  if (name == "AWS::Partition") return "aws";
  if (name == "AWS::URLSuffix") return "amazonaws.com";
  fail(line, fmt::format("{} is not known; give it with --load-parameter {}=VALUE", name, name));
}

Node Template::parameter(std::string_view name, const Node& definition, std::size_t line) const {
  const Node* type_node = definition.find("Type");
  const std::string_view type = type_node == nullptr ? std::string_view() : type_node->text;
  // Then the default is the name of what a store elsewhere has.
  const bool is_stored = type.starts_with("AWS::SSM::Parameter::");
  const Node* initial = is_stored ? nullptr : definition.find("Default");
  const std::string* value = given(name);
  if (value == nullptr && initial == nullptr) {
    fail(line, fmt::format("parameter {} has no {}; give it with --load-parameter {}=VALUE", name,
                           is_stored ? "value that is known here" : "default", name));
  }
  const std::string& text = value != nullptr ? *value : initial->text;
  return is_list_type(type) ? split_at_commas(text, line) : Node::of_text(text, line);
}

std::optional<Node> Template::reference(const std::string& name, std::size_t line) {
  if (name == "AWS::NoValue") return std::nullopt;
  if (auto text = pseudo_parameter(name, line)) return Node::of_text(*std::move(text), line);
  const Node* parameters = root_.find("Parameters");
  const Node* definition = parameters == nullptr ? nullptr : parameters->find(name);
  if (definition != nullptr) return parameter(name, *definition, line);
  const Node* resources = root_.find("Resources");
  const Node* resource = resources == nullptr ? nullptr : resources->find(name);
  if (resource == nullptr) {
    fail(line, fmt::format("there is no parameter or resource {}", name));
  }
  return Node::of_text(name_of(name, *resource, line), line);
}

std::string Template::name_of(std::string_view logical_name, const Node& resource,
                              std::size_t line) {
  const Node* type = resource.find("Type");
  const ResourceType* known = type == nullptr ? nullptr : find_resource_type(type->text);
  if (known == nullptr) {
    fail(line, fmt::format("what Ref gives for {} is not known here", logical_name));
  }
  const Node* properties = resource.find("Properties");
  const Node* name = properties == nullptr ? nullptr : properties->find(known->name_property);
  const auto value = name == nullptr ? std::nullopt : resolve(*name);
  if (!value || value->is_null()) return std::string(logical_name);
  if (!value->is_scalar()) fail(name->line, "a string expected");
  return value->text;
}

std::string Template::attribute(std::string_view logical_name, std::string_view attribute,
                                std::size_t line) {
  const Node* resources = root_.find("Resources");
  const Node* resource = resources == nullptr ? nullptr : resources->find(logical_name);
  if (resource == nullptr) fail(line, fmt::format("there is no resource {}", logical_name));
  const Node* type = resource->find("Type");
  const ResourceType* known = type == nullptr ? nullptr : find_resource_type(type->text);
  if (known == nullptr || known->arn.empty() || attribute != "Arn") {
    fail(line, fmt::format("the attribute {}.{} is not known here", logical_name, attribute));
  }
  return arn_of(*known, name_of(logical_name, *resource, line), options_.region);
}

bool Template::holds(std::string_view name, std::size_t line) {
  const Node* conditions = root_.find("Conditions");
  const Node* condition = conditions == nullptr ? nullptr : conditions->find(name);
  if (condition == nullptr) fail(line, fmt::format("there is no condition {}", name));
  return is_true(*condition);
}

bool Template::is_true(const Node& condition) {
  const Level level(level_);
  if (level_ > kLevelsMax) fail(condition.line, "nested too deeply, or defined by itself");
  if (!condition.is_map() || condition.members.size() != 1) {
    fail(condition.line, "a condition expected");
  }
  const NodeMember& only = condition.members.front();
  if (only.name == "Condition") return holds(text_of(only.value), condition.line);
  return Functions{*this, condition.line}.test(only.name, only.value);
}

}  // namespace stator::server::load

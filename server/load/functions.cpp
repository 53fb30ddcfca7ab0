#include "server/load/functions.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace stator::server::load {
namespace {

constexpr std::size_t kPartsMax = 10;  // of Fn::And and Fn::Or

// A parameter's value is text whatever it looks like, so 5 equals "5".
bool are_equal(const Node& a, const Node& b) {
  if (a.is_scalar() && b.is_scalar()) return a.text == b.text;
  return to_json(a) == to_json(b);
}

}  // namespace

std::optional<Node> Functions::call(std::string_view name, const Node& argument) {
  if (name == "Fn::If") return choose(argument);
  if (name == "Fn::Sub") return substitute(argument);
  if (name == "Fn::Join") return join(argument);
  if (name == "Fn::Split") return split(argument);
  if (name == "Fn::Select") return select(argument);
  if (name == "Fn::FindInMap") return find_in_map(argument);
  if (name == "Fn::GetAtt") return attribute(argument);
  document.fail(line, fmt::format("what {} gives is not known here", name));
}

bool Functions::test(std::string_view name, const Node& argument) {
  const auto is_true = [&](const Node& condition) { return document.is_true(condition); };
  if (name == "Fn::Equals") {
    const auto& pair = arguments(argument, 2, 2);
    return are_equal(document.require(pair[0]), document.require(pair[1]));
  }
  if (name == "Fn::Not") return !is_true(arguments(argument, 1, 1)[0]);
  if (name == "Fn::And") {
    const auto& parts = arguments(argument, 2, kPartsMax);
    return std::all_of(parts.begin(), parts.end(), is_true);
  }
  if (name == "Fn::Or") {
    const auto& parts = arguments(argument, 2, kPartsMax);
    return std::any_of(parts.begin(), parts.end(), is_true);
  }
  document.fail(line, fmt::format("{} is no condition", name));
}

const std::vector<Node>& Functions::arguments(const Node& argument, std::size_t at_least,
                                              std::size_t at_most) const {
  const std::size_t count = argument.elements.size();
  if (!argument.is_list() || count < at_least || count > at_most) {
    document.fail(line, at_least == at_most
                            ? fmt::format("a list of {} expected", at_least)
                            : fmt::format("a list of {} to {} expected", at_least, at_most));
  }
  return argument.elements;
}

std::optional<Node> Functions::choose(const Node& argument) {
  const auto& parts = arguments(argument, 3, 3);
  const bool holds = document.holds(document.text_of(parts[0]), line);
  return document.resolve(holds ? parts[1] : parts[2]);
}

// ${Name}, ${Resource.Attribute}, and ${!Literal} for ${Literal}.
Node Functions::substitute(const Node& argument) {
  const Node* values = nullptr;
  const Node* pattern = &argument;
  if (argument.is_list()) {
    const auto& parts = arguments(argument, 2, 2);
    pattern = &parts[0];
    values = &parts[1];
  }
  if (!pattern->is_scalar()) document.fail(line, "a string expected");
  const Node expanded = document.with_variables(*pattern);
  std::string_view rest = expanded.text;
  std::string out;
  for (;;) {
    const std::size_t start = rest.find("${");
    const std::size_t end = start == std::string_view::npos ? start : rest.find('}', start);
    if (end == std::string_view::npos) break;
    out += rest.substr(0, start);
    const std::string_view name = rest.substr(start + 2, end - start - 2);
    if (name.starts_with('!')) {
      out += fmt::format("${{{}}}", name.substr(1));
    } else {
      out += value_of(name, values);
    }
    rest.remove_prefix(end + 1);
  }
  return text(out.append(rest));
}

std::string Functions::value_of(std::string_view name, const Node* values) {
  if (const Node* own = values == nullptr ? nullptr : values->find(name)) {
    return document.text_of(*own);
  }
  const std::size_t dot = name.find('.');
  if (dot != std::string_view::npos) {
    return document.attribute(name.substr(0, dot), name.substr(dot + 1), line);
  }
  const auto value = document.reference(std::string(name), line);
  if (!value || !value->is_scalar()) document.fail(line, fmt::format("{} is no string", name));
  return value->text;
}

Node Functions::join(const Node& argument) {
  const auto& parts = arguments(argument, 2, 2);
  const std::string delimiter = document.text_of(parts[0]);
  const Node list = document.require(parts[1]);
  if (!list.is_list()) document.fail(line, "a list expected");
  std::string joined;
  for (const Node& element : list.elements) {
    if (!element.is_scalar()) document.fail(element.line, "a string expected");
    if (&element != list.elements.data()) joined += delimiter;
    joined += element.text;
  }
  return text(std::move(joined));
}

Node Functions::split(const Node& argument) {
  const auto& parts = arguments(argument, 2, 2);
  const std::string delimiter = document.text_of(parts[0]);
  const std::string whole = document.text_of(parts[1]);
  if (delimiter.empty()) document.fail(line, "a delimiter expected");
  Node list = Node::of_list(line);
  std::size_t start = 0;
  for (std::size_t end = 0; end != std::string::npos; start = end + delimiter.size()) {
    end = whole.find(delimiter, start);
    list.elements.push_back(text(whole.substr(start, end - start)));
  }
  return list;
}

Node Functions::select(const Node& argument) {
  const auto& parts = arguments(argument, 2, 2);
  const std::string index = document.text_of(parts[0]);
  const Node list = document.require(parts[1]);
  std::size_t at = 0;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), at);
  const bool is_number = error == std::errc() && end == index.data() + index.size();
  if (!is_number || at >= list.elements.size()) {
    document.fail(line, fmt::format("the list has no element {}", index));
  }
  return list.elements[at];
}

Node Functions::find_in_map(const Node& argument) {
  const auto& parts = arguments(argument, 3, 4);
  const Node* found = document.root_.find("Mappings");
  std::string path;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string name = document.text_of(parts[i]);
    path += (path.empty() ? "" : ".") + name;
    if (found != nullptr) found = found->find(name);
  }
  if (found != nullptr) return document.require(*found);
  const Node* initial = parts.size() == 4 ? parts[3].find("DefaultValue") : nullptr;
  if (initial == nullptr) document.fail(line, fmt::format("there is no mapping {}", path));
  return document.require(*initial);
}

Node Functions::attribute(const Node& argument) {
  if (argument.is_list()) {
    const auto& parts = arguments(argument, 2, 2);
    return text(document.attribute(parts[0].text, document.text_of(parts[1]), line));
  }
  const std::string name = document.text_of(argument);
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) document.fail(line, "Resource.Attribute expected");
  return text(document.attribute(name.substr(0, dot), name.substr(dot + 1), line));
}

}  // namespace stator::server::load

// The functions of templates: Fn::Sub and its like.
//
// Private to template.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/load/template.h"

namespace stator::server::load {

struct Functions {
  Template& document;
  std::size_t line;  // of the call

  // The value of a function; nothing for AWS::NoValue. Throws LoadError.
  std::optional<Node> call(std::string_view name, const Node& argument);
  // The same for the functions that conditions are made of.
  bool test(std::string_view name, const Node& argument);

 private:
  std::optional<Node> choose(const Node& argument);
  Node substitute(const Node& argument);
  Node join(const Node& argument);
  Node split(const Node& argument);
  Node select(const Node& argument);
  Node find_in_map(const Node& argument);
  Node attribute(const Node& argument);
  const std::vector<Node>& arguments(const Node& argument, std::size_t at_least,
                                     std::size_t at_most) const;
  std::string value_of(std::string_view name, const Node* values);
  Node text(std::string text) const { return Node::of_text(std::move(text), line); }
};

}  // namespace stator::server::load

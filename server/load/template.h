// CloudFormation and SAM templates, as far as tables need them: parameters, mappings, conditions
// and functions are worked out when a table's property asks for them, and what nobody asks for may
// be what it likes. What cannot be known here (what another stack exports, say) is an error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "server/command_line/load_options.h"
#include "server/load/node.h"
#include "server/load/service_variables.h"

namespace stator::server::load {

// Names with a value of their own: pseudo parameters like AWS::Region come from the options, too.
//
// Throws LoadError for faults of the template. `source`, `root` and `options` must outlive it.
// Thread safety: none.
class Template {
 public:
  // `variables`, which may be null, are replaced before anything else is done.
  Template(const Source& source, const Node& root, const LoadOptions& options,
           ServiceVariables* variables)
      : source_(source), root_(root), options_(options), variables_(variables) {}

  const Source& source() const { return source_; }
  const LoadOptions& options() const { return options_; }

  // The value of a node, its functions done; nothing for AWS::NoValue. Members and elements without
  // a value are left out of theirs.
  std::optional<Node> resolve(const Node& node);

  // Whether a condition of the template holds.
  bool holds(std::string_view condition, std::size_t line);

  // The physical name of a resource: what its name property says, else its logical name. `line` is
  // where somebody wants to know.
  std::string name_of(std::string_view logical_name, const Node& resource, std::size_t line);

  [[noreturn]] void fail(std::size_t line, std::string_view message) const;

 private:
  friend struct Functions;

  Node with_variables(const Node& node) const;
  std::optional<Node> resolve_members(const Node& node);
  std::optional<Node> reference(const std::string& name, std::size_t line);
  std::optional<std::string> pseudo_parameter(std::string_view name, std::size_t line) const;
  const std::string* given(std::string_view parameter) const;
  Node parameter(std::string_view name, const Node& definition, std::size_t line) const;
  std::string attribute(std::string_view resource, std::string_view attribute, std::size_t line);
  bool is_true(const Node& condition);
  Node require(const Node& node);
  std::string text_of(const Node& node);

  const Source& source_;
  const Node& root_;
  const LoadOptions& options_;
  ServiceVariables* const variables_;
  std::size_t level_ = 0;  // of values that depend on each other
};

}  // namespace stator::server::load

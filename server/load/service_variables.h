// The variables of the Serverless Framework's serverless.yml: ${self:custom.table}, ${sls:stage},
// ${opt:stage, 'dev'}, ${param:x}, ${env:HOME}, ${aws:region}. A service keeps its CloudFormation
// below `resources`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "server/command_line/load_options.h"
#include "server/load/node.h"

namespace stator::server::load {

// `opt` and `param` are what --load-parameter gives. Variables of a file, another stack or a store
// are not known here. Throws LoadError. `source`, `service` and `options` must outlive it.
class ServiceVariables {
 public:
  ServiceVariables(const Source& source, const Node& service, const LoadOptions& options)
      : source_(source), service_(service), options_(options) {}

  // A scalar with its variables replaced. A variable alone may stand for a list or a map. What is
  // no variable of these, like ${AWS::Region}, stays.
  Node expand(const Node& scalar);

 private:
  std::optional<Node> value_of(std::string_view content, std::size_t line);
  std::optional<Node> look_up(std::string_view source, std::string_view address, std::size_t line);
  std::optional<Node> find_self(std::string_view address);
  std::optional<Node> given(std::string_view name, std::size_t line) const;
  std::optional<Node> stage(std::size_t line);
  [[noreturn]] void fail(std::size_t line, std::string_view message) const;

  const Source& source_;
  const Node& service_;
  const LoadOptions& options_;
  std::size_t level_ = 0;  // of variables within values of variables
};

}  // namespace stator::server::load

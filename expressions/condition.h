// Condition, filter and key-condition expressions: text -> ParsedCondition -> Condition -> bool.
//
// Only a Condition, which has real names and values in place of placeholders, can be evaluated.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "expressions/kind.h"
#include "expressions/path.h"
#include "expressions/substitutions.h"
#include "model/attribute_value.h"

namespace stator::expressions {

class ParsedCondition;  // tree.h
using ParsedConditionRef = std::shared_ptr<const ParsedCondition>;

// Parses, or finds the same text parsed before by this thread (a small bounded cache).
// Throws ValidationException with the service's text, prefixed "Invalid <Kind>: ".
ParsedConditionRef parse_condition(std::string_view text, ExpressionKind kind);

class ConditionNode;  // condition_tree.h: the bound tree

// A bound condition. Immutable and cheap to copy.
// Thread safety: const members may be called from any thread.
class Condition {
 public:
  // Resolves placeholders and checks operands; throws ValidationException.
  static Condition bind(const ParsedCondition& parsed, ExpressionKind kind,
                        Substitutions& substitutions);

  explicit Condition(std::shared_ptr<const ConditionNode> root) : root_(std::move(root)) {}

  // The answer for an item; a missing item is an empty map. Never throws.
  bool matches(const AttributeMap& attributes) const;

  // Calls `visit` with every path, in order of appearance.
  void for_each_path(const std::function<void(const DocumentPath&)>& visit) const;

  const ConditionNode& root() const { return *root_; }

 private:
  std::shared_ptr<const ConditionNode> root_;
};

}  // namespace stator::expressions

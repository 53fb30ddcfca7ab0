// Bound conditions.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "expressions/box.h"
#include "expressions/function.h"
#include "expressions/path.h"
#include "model/attribute_value.h"

namespace stator::expressions {

// `size(operand)`: a number.
struct SizeOf {
  std::variant<DocumentPath, AttributeValue> operand;
  friend bool operator==(const SizeOf&, const SizeOf&) = default;
};
using Operand = std::variant<DocumentPath, AttributeValue, SizeOf>;

class ConditionNode;

struct AllOf {
  std::vector<ConditionNode> conditions;
  friend bool operator==(const AllOf&, const AllOf&) = default;
};
struct AnyOf {
  std::vector<ConditionNode> conditions;
  friend bool operator==(const AnyOf&, const AnyOf&) = default;
};
struct Negation {
  Box<ConditionNode> condition;
  friend bool operator==(const Negation&, const Negation&) = default;
};
struct Comparison {
  Comparator comparator;
  Operand left;
  Operand right;
  friend bool operator==(const Comparison&, const Comparison&) = default;
};
struct Between {
  Operand operand;
  Operand lower;
  Operand upper;
  friend bool operator==(const Between&, const Between&) = default;
};
struct In {
  Operand operand;
  std::vector<Operand> candidates;
  friend bool operator==(const In&, const In&) = default;
};
struct AttributeExists {
  DocumentPath path;
  friend bool operator==(const AttributeExists&, const AttributeExists&) = default;
};
struct AttributeNotExists {
  DocumentPath path;
  friend bool operator==(const AttributeNotExists&, const AttributeNotExists&) = default;
};
struct AttributeTypeIs {
  DocumentPath path;
  AttributeType type;
  friend bool operator==(const AttributeTypeIs&, const AttributeTypeIs&) = default;
};
struct BeginsWith {
  Operand operand;
  Operand prefix;
  friend bool operator==(const BeginsWith&, const BeginsWith&) = default;
};
struct Contains {
  Operand container;
  Operand element;
  friend bool operator==(const Contains&, const Contains&) = default;
};

// A condition or a part of one. Immutable once built; compares by value.
class ConditionNode {
 public:
  using Content =
      std::variant<AllOf, AnyOf, Negation, Comparison, Between, In, AttributeExists,
                   AttributeNotExists, AttributeTypeIs, BeginsWith, Contains>;

  explicit ConditionNode(Content content) : content_(std::move(content)) {}
  const Content& content() const { return content_; }

  friend bool operator==(const ConditionNode& a, const ConditionNode& b) {
    return a.content_ == b.content_;
  }

 private:
  Content content_;
};

}  // namespace stator::expressions

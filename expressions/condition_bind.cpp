// From ParsedCondition to Condition. For each condition of the text, from left to right and
// operands first, faults come in this order (captured): an undefined name or value, the number of
// operands, the first operand repeated, the types of immediate operands, the bounds of BETWEEN.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "expressions/bind.h"
#include "expressions/condition.h"
#include "expressions/condition_tree.h"
#include "expressions/fault.h"
#include "expressions/overloaded.h"
#include "expressions/tree.h"
#include "expressions/value_order.h"
#include "expressions/verify.h"

namespace stator::expressions {
namespace {

// The type that an operand has whatever the item: nullopt for paths.
std::optional<AttributeType> immediate_type(const Operand& operand) {
  if (const auto* value = std::get_if<AttributeValue>(&operand)) return value->type();
  if (std::holds_alternative<SizeOf>(operand)) return AttributeType::kN;
  return std::nullopt;
}

bool has_size(AttributeType type) {
  return type != AttributeType::kN && type != AttributeType::kBool && type != AttributeType::kNull;
}

bool has_prefixes(AttributeType type) {
  return type == AttributeType::kS || type == AttributeType::kB;
}

class ConditionBinder {
 public:
  ConditionBinder(ExpressionKind kind, Substitutions& substitutions)
      : kind_(kind), substitutions_(substitutions) {}

  ConditionNode bind(const ParsedNode& node) {
    return std::visit([this](const auto& content) { return bind_content(content); }, node.content);
  }

 private:
  ConditionNode bind_content(const ParsedAnd& node) {
    return ConditionNode(AllOf{bind_all(node.conditions)});
  }
  ConditionNode bind_content(const ParsedOr& node) {
    return ConditionNode(AnyOf{bind_all(node.conditions)});
  }
  ConditionNode bind_content(const ParsedNot& node) {
    return ConditionNode(Negation{Box<ConditionNode>(bind(*node.condition))});
  }

  std::vector<ConditionNode> bind_all(const std::vector<ParsedNode>& nodes) {
    std::vector<ConditionNode> bound;
    bound.reserve(nodes.size());
    for (const ParsedNode& node : nodes) bound.push_back(bind(node));
    return bound;
  }

  ConditionNode bind_content(const ParsedComparison& node) {
    Comparison bound{node.comparator, bind_operand(node.left), bind_operand(node.right)};
    const std::string_view name = comparator_name(bound.comparator);
    check_distinct(name, bound.left, {&bound.right});
    const bool orders =
        bound.comparator != Comparator::kEqual && bound.comparator != Comparator::kNotEqual;
    if (orders) {
      check_type(name, bound.left, is_ordered);
      check_type(name, bound.right, is_ordered);
    }
    return ConditionNode(std::move(bound));
  }

  ConditionNode bind_content(const ParsedBetween& node) {
    Between bound{bind_operand(node.operand), bind_operand(node.lower), bind_operand(node.upper)};
    check_distinct("BETWEEN", bound.operand, {&bound.lower, &bound.upper});
    for (const Operand* operand : {&bound.operand, &bound.lower, &bound.upper}) {
      check_type("BETWEEN", *operand, is_ordered);
    }
    check_bounds(bound);
    return ConditionNode(std::move(bound));
  }

  ConditionNode bind_content(const ParsedIn& node) {
    In bound{bind_operand(node.operand), {}};
    bound.candidates.reserve(node.candidates.size());
    for (const ParsedOperand& candidate : node.candidates) {
      bound.candidates.push_back(bind_operand(candidate));
    }
    for (const Operand& candidate : bound.candidates) {
      check_distinct("IN", bound.operand, {&candidate});
    }
    return ConditionNode(std::move(bound));
  }

  ConditionNode bind_content(const ParsedCall& call) {
    std::vector<Operand> operands;
    operands.reserve(call.operands.size());
    for (const ParsedOperand& operand : call.operands) operands.push_back(bind_operand(operand));
    check_count(call, operands.size());
    switch (call.function) {
      case Function::kAttributeExists:
        return ConditionNode(AttributeExists{path_of(call, operands[0])});
      case Function::kAttributeNotExists:
        return ConditionNode(AttributeNotExists{path_of(call, operands[0])});
      case Function::kAttributeType: return bind_attribute_type(call, operands);
      case Function::kBeginsWith: return bind_begins_with(std::move(operands));
      default: return bind_contains(std::move(operands));  // the parser lets no other through
    }
  }

  ConditionNode bind_attribute_type(const ParsedCall& call, const std::vector<Operand>& operands) {
    DocumentPath path = path_of(call, operands[0]);
    const std::string_view name = function_name(call.function);
    const auto* value = std::get_if<AttributeValue>(&operands[1]);
    const auto* type = value == nullptr ? nullptr : value->get_if<Text>();
    if (type == nullptr) {
      const auto given = immediate_type(operands[1]);
      throw_operand_type(kind_, name,
                         given ? type_name(*given) : "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
    }
    return ConditionNode(AttributeTypeIs{std::move(path), find_type(*type)});
  }

  AttributeType find_type(std::string_view wanted) const {
    for (int index = 0; index <= static_cast<int>(AttributeType::kM); ++index) {
      const auto type = static_cast<AttributeType>(index);
      if (type_name(type) == wanted) return type;
    }
    // Captured, the order of the types included.
    throw_fault(kind_, fmt::format("Invalid attribute type name found; type: {}, valid types: "
                                   "{{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}",
                                   wanted));
  }

  ConditionNode bind_begins_with(std::vector<Operand> operands) {
    check_distinct("begins_with", operands[0], {&operands[1]});
    check_type("begins_with", operands[0], has_prefixes);
    check_type("begins_with", operands[1], has_prefixes);
    return ConditionNode(BeginsWith{std::move(operands[0]), std::move(operands[1])});
  }

  ConditionNode bind_contains(std::vector<Operand> operands) {
    check_distinct("contains", operands[0], {&operands[1]});
    return ConditionNode(Contains{std::move(operands[0]), std::move(operands[1])});
  }

  Operand bind_operand(const ParsedOperand& operand) {
    return std::visit(Overloaded{
                          [this](const ParsedPath& path) -> Operand {
                            return bind_path(path, kind_, substitutions_);
                          },
                          [this](const ParsedValue& value) -> Operand {
                            return substitutions_.value(value.placeholder, kind_);
                          },
                          [this](const ParsedCall& call) -> Operand { return bind_size(call); },
                      },
                      operand.content);
  }

  // `size`, the only function that is an operand of conditions.
  Operand bind_size(const ParsedCall& call) {
    std::vector<Operand> operands;
    for (const ParsedOperand& operand : call.operands) operands.push_back(bind_operand(operand));
    check_count(call, operands.size());
    check_type("size", operands[0], has_size);
    if (auto* path = std::get_if<DocumentPath>(&operands[0])) return SizeOf{std::move(*path)};
    return SizeOf{std::get<AttributeValue>(std::move(operands[0]))};
  }

  void check_count(const ParsedCall& call, std::size_t operands) const {
    const bool takes_one = call.function == Function::kAttributeExists ||
                           call.function == Function::kAttributeNotExists ||
                           call.function == Function::kSize;
    if (operands == (takes_one ? 1U : 2U)) return;
    throw_operand_count(kind_, function_name(call.function), operands);
  }

  DocumentPath path_of(const ParsedCall& call, const Operand& operand) const {
    const auto* path = std::get_if<DocumentPath>(&operand);
    if (path == nullptr) throw_path_required(kind_, function_name(call.function));
    return *path;
  }

  void check_distinct(std::string_view operation, const Operand& first,
                      std::initializer_list<const Operand*> others) const {
    const auto* path = std::get_if<DocumentPath>(&first);
    if (path == nullptr) return;
    const bool repeated = std::any_of(others.begin(), others.end(),
                                      [&](const Operand* other) { return *other == first; });
    if (!repeated) return;
    throw_fault(kind_, fmt::format("The first operand must be distinct from the remaining operands "
                                   "for this operator or function; operator: {}, first operand: {}",
                                   operation, path->to_string()));
  }

  void check_type(std::string_view operation, const Operand& operand,
                  bool (*is_legal)(AttributeType)) const {
    const auto type = immediate_type(operand);
    if (type && !is_legal(*type)) throw_operand_type(kind_, operation, type_name(*type));
  }

  // Captured. Only bounds that the request gives can be compared here.
  void check_bounds(const Between& between) const {
    const auto* lower = std::get_if<AttributeValue>(&between.lower);
    const auto* upper = std::get_if<AttributeValue>(&between.upper);
    if (lower == nullptr || upper == nullptr) return;
    const auto order = order_of(*lower, *upper);
    if (order && *order <= 0) return;
    const std::string_view rule = order ? "upper bound to be greater than or equal to lower bound"
                                        : "same data type for lower and upper bounds";
    throw_fault(kind_, fmt::format("The BETWEEN operator requires {}; lower bound operand: {}, "
                                   "upper bound operand: {}",
                                   rule, show_value(*lower), show_value(*upper)));
  }

  ExpressionKind kind_;
  Substitutions& substitutions_;
};

}  // namespace

Condition Condition::bind(const ParsedCondition& parsed, ExpressionKind kind,
                          Substitutions& substitutions) {
  Condition bound(std::make_shared<const ConditionNode>(
      ConditionBinder(kind, substitutions).bind(parsed.root())));
  verify_bound(bound, kind);
  return bound;
}

}  // namespace stator::expressions

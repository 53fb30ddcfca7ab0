// From ParsedUpdate to UpdatePlan. Faults come in this order (captured): an undefined name
// anywhere, an undefined value anywhere, overlapping paths, conflicting paths, then action by
// action the number of operands and their types.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "expressions/bind.h"
#include "expressions/fault.h"
#include "expressions/overloaded.h"
#include "expressions/tree.h"
#include "expressions/update.h"
#include "expressions/update_tree.h"
#include "expressions/verify.h"

namespace stator::expressions {
namespace {

// Sections name types in full, where operators and functions say "S" or "NULL" (measured).
std::string_view long_type_name(AttributeType type) {
  switch (type) {
    case AttributeType::kS: return "STRING";
    case AttributeType::kN: return "NUMBER";
    case AttributeType::kB: return "BINARY";
    case AttributeType::kBool: return "BOOLEAN";
    case AttributeType::kNull: return "NULL";
    case AttributeType::kSs: return "STRING_SET";
    case AttributeType::kNs: return "NUMBER_SET";
    case AttributeType::kBs: return "BINARY_SET";
    case AttributeType::kL: return "LIST";
    case AttributeType::kM: return "MAP";
  }
  return "";
}

bool is_set(AttributeType type) {
  return type == AttributeType::kSs || type == AttributeType::kNs || type == AttributeType::kBs;
}

// The type that an operand has whatever the item. What if_not_exists gives depends on the item.
std::optional<AttributeType> immediate_type(const UpdateOperand& operand) {
  if (const auto* value = std::get_if<AttributeValue>(&operand.content)) return value->type();
  if (std::holds_alternative<ListAppend>(operand.content)) return AttributeType::kL;
  return std::nullopt;
}

class UpdateBinder {
 public:
  UpdateBinder(Substitutions& substitutions, ExpressionKind kind)
      : substitutions_(substitutions), kind_(kind) {}

  UpdateActions bind(const ParsedUpdate& parsed) {
    for (const std::string& name : parsed.names()) substitutions_.name(name, kind_);
    for (const std::string& value : parsed.values()) substitutions_.value(value, kind_);
    UpdateActions bound;
    bound.paths.reserve(parsed.actions().size());
    for (const ParsedAction& action : parsed.actions()) {
      bound.paths.push_back(std::visit(
          [this](const auto& content) { return bind_path(content.path, kind_, substitutions_); },
          action));
    }
    bound.tree = build_path_tree(bound.paths, kind_);
    bound.actions.reserve(parsed.actions().size());
    for (const ParsedAction& action : parsed.actions()) {
      bound.actions.push_back(
          std::visit([this](const auto& content) { return bind_action(content); }, action));
    }
    return bound;
  }

 private:
  UpdateAction bind_action(const ParsedSet& set) {
    if (const auto* operand = std::get_if<ParsedOperand>(&set.value)) {
      return SetAction{bind_operand(*operand)};
    }
    const auto& parsed = std::get<ParsedArithmetic>(set.value);
    Arithmetic bound{parsed.op, bind_operand(parsed.left), bind_operand(parsed.right)};
    const std::string_view name = bound.op == ArithmeticOperator::kPlus ? "+" : "-";
    check_type(name, bound.left, AttributeType::kN);
    check_type(name, bound.right, AttributeType::kN);
    return SetAction{std::move(bound)};
  }

  UpdateAction bind_action(const ParsedRemove&) { return RemoveAction{}; }

  UpdateAction bind_action(const ParsedAdd& add) {
    const AttributeValue& value = substitutions_.value(add.value.placeholder, kind_);
    if (value.type() != AttributeType::kN && !is_set(value.type())) {
      fail_section_type("ADD", value.type());
    }
    return AddAction{value};
  }

  UpdateAction bind_action(const ParsedDelete& del) {
    const AttributeValue& value = substitutions_.value(del.value.placeholder, kind_);
    if (!is_set(value.type())) fail_section_type("DELETE", value.type());
    return DeleteAction{value};
  }

  void check_type(std::string_view operation, const UpdateOperand& operand,
                  AttributeType legal) const {
    const auto type = immediate_type(operand);
    if (type && *type != legal) throw_operand_type(kind_, operation, type_name(*type));
  }

  [[noreturn]] void fail_section_type(std::string_view section, AttributeType type) const {
    throw_fault(kind_, fmt::format("Incorrect operand type for operator or function; operator: "
                                   "{}, operand type: {}",
                                   section, long_type_name(type)));
  }

  UpdateOperand bind_operand(const ParsedOperand& operand) {
    return std::visit(
        Overloaded{
            [this](const ParsedPath& path) {
              return UpdateOperand{bind_path(path, kind_, substitutions_)};
            },
            [this](const ParsedValue& value) {
              return UpdateOperand{substitutions_.value(value.placeholder, kind_)};
            },
            [this](const ParsedCall& call) { return bind_call(call); },
        },
        operand.content);
  }

  // if_not_exists or list_append: the parser lets no other function through.
  UpdateOperand bind_call(const ParsedCall& call) {
    const std::string_view name = function_name(call.function);
    std::vector<UpdateOperand> operands;
    operands.reserve(call.operands.size());
    for (const ParsedOperand& operand : call.operands) operands.push_back(bind_operand(operand));
    if (operands.size() != 2) throw_operand_count(kind_, name, operands.size());
    if (call.function == Function::kIfNotExists) {
      auto* path = std::get_if<DocumentPath>(&operands[0].content);
      if (path == nullptr) throw_path_required(kind_, name);
      return {IfNotExists{std::move(*path), Box<UpdateOperand>(std::move(operands[1]))}};
    }
    check_type(name, operands[0], AttributeType::kL);
    check_type(name, operands[1], AttributeType::kL);
    return {ListAppend{Box<UpdateOperand>(std::move(operands[0])),
                       Box<UpdateOperand>(std::move(operands[1]))}};
  }

  Substitutions& substitutions_;
  ExpressionKind kind_;
};

}  // namespace

UpdatePlan UpdatePlan::bind(const ParsedUpdate& parsed, Substitutions& substitutions,
                            ExpressionKind kind) {
  UpdatePlan bound(
      std::make_shared<const UpdateActions>(UpdateBinder(substitutions, kind).bind(parsed)));
  verify_bound(bound, kind);
  return bound;
}

}  // namespace stator::expressions

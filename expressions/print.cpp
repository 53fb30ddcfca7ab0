#include "expressions/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "expressions/condition_tree.h"
#include "expressions/overloaded.h"
#include "expressions/parse.h"
#include "expressions/update_tree.h"

namespace stator::expressions {
namespace {

// The placeholder of something, from a list of those seen; a new one when it was not.
template <class Thing>
const std::string& placeholder_of(std::vector<std::pair<std::string, Thing>>& seen,
                                  const Thing& thing, std::string_view stem) {
  const auto found = std::find_if(seen.begin(), seen.end(),
                                  [&](const auto& entry) { return entry.second == thing; });
  if (found != seen.end()) return found->first;
  seen.emplace_back(fmt::format("{}{}", stem, seen.size()), thing);
  return seen.back().first;
}

class Printer {
 public:
  PrintedExpression take() { return std::move(printed_); }

  void write(std::string_view text) { printed_.text += text; }

  void write(const DocumentPath& path) {
    bool is_first = true;
    for (const PathElement& element : path.elements()) {
      if (const auto* name = std::get_if<std::string>(&element)) {
        if (!is_first) write(".");
        write(placeholder_of(printed_.names, *name, "#n"));
      } else {
        write(fmt::format("[{}]", std::get<std::size_t>(element)));
      }
      is_first = false;
    }
  }

  void write(const AttributeValue& value) {
    write(placeholder_of(printed_.values, value, ":v"));
  }

  void write(const Operand& operand) {
    std::visit(Overloaded{
                   [this](const SizeOf& size) {
                     write("size(");
                     std::visit([this](const auto& measured) { write(measured); }, size.operand);
                     write(")");
                   },
                   [this](const auto& other) { write(other); },
               },
               operand);
  }

  void write(const UpdateOperand& operand) {
    std::visit(Overloaded{
                   [this](const IfNotExists& choice) {
                     write("if_not_exists(");
                     write(choice.path);
                     write(", ");
                     write(*choice.otherwise);
                     write(")");
                   },
                   [this](const ListAppend& append) {
                     write("list_append(");
                     write(*append.front);
                     write(", ");
                     write(*append.back);
                     write(")");
                   },
                   [this](const auto& other) { write(other); },
               },
               operand.content);
  }

  void write(const Arithmetic& sum) {
    write(sum.left);
    write(sum.op == ArithmeticOperator::kPlus ? " + " : " - ");
    write(sum.right);
  }

 private:
  PrintedExpression printed_;
};

// How tightly a condition holds together; a part looser than its place wants parentheses.
enum class Binding { kOr, kAnd, kNot, kTest };

class ConditionPrinter {
 public:
  void print(const ConditionNode& node) { std::visit(*this, node.content()); }
  PrintedExpression take() { return printer_.take(); }

  void operator()(const AllOf& node) { join(node.conditions, " AND ", Binding::kNot); }
  void operator()(const AnyOf& node) { join(node.conditions, " OR ", Binding::kAnd); }
  void operator()(const Negation& node) {
    printer_.write("NOT ");
    print_part(*node.condition, Binding::kNot);
  }
  void operator()(const Comparison& node) {
    printer_.write(node.left);
    printer_.write(fmt::format(" {} ", comparator_name(node.comparator)));
    printer_.write(node.right);
  }
  void operator()(const Between& node) {
    printer_.write(node.operand);
    printer_.write(" BETWEEN ");
    printer_.write(node.lower);
    printer_.write(" AND ");
    printer_.write(node.upper);
  }
  void operator()(const In& node) {
    printer_.write(node.operand);
    std::string_view separator = " IN (";
    for (const Operand& candidate : node.candidates) {
      printer_.write(std::exchange(separator, ", "));
      printer_.write(candidate);
    }
    printer_.write(")");
  }
  void operator()(const AttributeExists& node) { call("attribute_exists", {node.path}); }
  void operator()(const AttributeNotExists& node) { call("attribute_not_exists", {node.path}); }
  void operator()(const AttributeTypeIs& node) {
    call("attribute_type", {node.path, AttributeValue::string(type_name(node.type))});
  }
  void operator()(const BeginsWith& node) { call("begins_with", {node.operand, node.prefix}); }
  void operator()(const Contains& node) { call("contains", {node.container, node.element}); }

 private:
  static Binding binding_of(const ConditionNode& node) {
    return std::visit(Overloaded{
                          [](const AnyOf&) { return Binding::kOr; },
                          [](const AllOf&) { return Binding::kAnd; },
                          [](const Negation&) { return Binding::kNot; },
                          [](const auto&) { return Binding::kTest; },
                      },
                      node.content());
  }

  void print_part(const ConditionNode& node, Binding loosest) {
    const bool needs_group = binding_of(node) < loosest;
    if (needs_group) printer_.write("(");
    print(node);
    if (needs_group) printer_.write(")");
  }

  void join(const std::vector<ConditionNode>& nodes, std::string_view joint, Binding loosest) {
    std::string_view separator;
    for (const ConditionNode& node : nodes) {
      printer_.write(std::exchange(separator, joint));
      print_part(node, loosest);
    }
  }

  void call(std::string_view function, std::initializer_list<Operand> operands) {
    printer_.write(function);
    std::string_view separator = "(";
    for (const Operand& operand : operands) {
      printer_.write(std::exchange(separator, ", "));
      printer_.write(operand);
    }
    printer_.write(")");
  }

  Printer printer_;
};

// REQUIRES: the operator is a comparison.
Comparator comparator_of(KeyOperator op) {
  switch (op) {
    case KeyOperator::kLess: return Comparator::kLess;
    case KeyOperator::kLessOrEqual: return Comparator::kLessOrEqual;
    case KeyOperator::kGreater: return Comparator::kGreater;
    case KeyOperator::kGreaterOrEqual: return Comparator::kGreaterOrEqual;
    case KeyOperator::kEqual:
    case KeyOperator::kBetween:
    case KeyOperator::kBeginsWith: break;
  }
  return Comparator::kEqual;
}

ConditionNode node_of(const KeyCondition& condition) {
  const DocumentPath path({condition.attribute});
  const std::vector<AttributeValue>& values = condition.values;
  if (condition.op == KeyOperator::kBetween) {
    return ConditionNode(Between{path, values[0], values[1]});
  }
  if (condition.op == KeyOperator::kBeginsWith) {
    return ConditionNode(BeginsWith{path, values[0]});
  }
  return ConditionNode(Comparison{comparator_of(condition.op), path, values[0]});
}

constexpr std::string_view kSectionNames[] = {"SET ", "REMOVE ", "ADD ", "DELETE "};

}  // namespace

PrintedExpression print(const Condition& condition) {
  ConditionPrinter printer;
  printer.print(condition.root());
  return printer.take();
}

// The actions of a section stand together, as in the text that the plan was bound from.
PrintedExpression print(const UpdatePlan& plan) {
  Printer printer;
  const UpdateActions& plan_actions = plan.actions();
  for (std::size_t i = 0; i < plan_actions.actions.size(); ++i) {
    const UpdateAction& action = plan_actions.actions[i];
    const bool continues = i > 0 && plan_actions.actions[i - 1].index() == action.index();
    if (continues) {
      printer.write(", ");
    } else {
      if (i > 0) printer.write(" ");
      printer.write(kSectionNames[action.index()]);
    }
    printer.write(plan_actions.paths[i]);
    std::visit(Overloaded{
                   [&](const SetAction& set) {
                     printer.write(" = ");
                     std::visit([&](const auto& value) { printer.write(value); }, set.value);
                   },
                   [](RemoveAction) {},
                   [&](const auto& with_value) {
                     printer.write(" ");
                     printer.write(with_value.value);
                   },
               },
               action);
  }
  return printer.take();
}

PrintedExpression print(const std::vector<KeyCondition>& conditions) {
  std::vector<ConditionNode> nodes;
  nodes.reserve(conditions.size());
  for (const KeyCondition& condition : conditions) nodes.push_back(node_of(condition));
  return print(Condition(std::make_shared<const ConditionNode>(
      nodes.size() == 1 ? std::move(nodes.front()) : ConditionNode(AllOf{std::move(nodes)}))));
}

PrintedExpression print(const ProjectionPaths& paths) {
  Printer printer;
  std::string_view separator;
  for (const DocumentPath& path : paths.paths()) {
    printer.write(std::exchange(separator, ", "));
    printer.write(path);
  }
  return printer.take();
}

Condition reprinted(const Condition& condition, ExpressionKind kind) {
  PrintedExpression printed = print(condition);
  Substitutions substitutions(std::move(printed.names), std::move(printed.values));
  return Condition::bind(parse_condition_text(printed.text, kind), kind, substitutions);
}

UpdatePlan reprinted(const UpdatePlan& plan) {
  PrintedExpression printed = print(plan);
  Substitutions substitutions(std::move(printed.names), std::move(printed.values));
  return UpdatePlan::bind(parse_update_text(printed.text), substitutions);
}

ProjectionPaths reprinted(const ProjectionPaths& paths) {
  PrintedExpression printed = print(paths);
  Substitutions substitutions(std::move(printed.names), std::move(printed.values));
  return ProjectionPaths::bind(parse_projection_text(printed.text), substitutions);
}

std::vector<KeyCondition> reprinted(const std::vector<KeyCondition>& conditions) {
  PrintedExpression printed = print(conditions);
  Substitutions substitutions(std::move(printed.names), std::move(printed.values));
  return bind_key_conditions(parse_condition_text(printed.text, ExpressionKind::kKeyCondition),
                             substitutions);
}

}  // namespace stator::expressions

#include "expressions/partiql/print.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "expressions/overloaded.h"

namespace stator::expressions::partiql {
namespace {

// How tightly a condition holds together; a part looser than its place wants parentheses.
enum class Binding { kOr, kAnd, kNot, kTest };

Binding binding_of(const ParsedNode& node) {
  return std::visit(Overloaded{
                        [](const ParsedOr&) { return Binding::kOr; },
                        [](const ParsedAnd&) { return Binding::kAnd; },
                        [](const ParsedNot&) { return Binding::kNot; },
                        [](const auto&) { return Binding::kTest; },
                    },
                    node.content);
}

class Printer {
 public:
  explicit Printer(const Statement& statement) : statement_(statement) {}

  std::string run() {
    std::visit([this](const auto& content) { write(content); }, statement_.content);
    return std::move(out_);
  }

 private:
  void text(std::string_view text) { out_ += text; }

  void quoted(std::string_view text, char mark) {
    out_ += mark;
    for (const char c : text) {
      if (c == mark) out_ += mark;
      out_ += c;
    }
    out_ += mark;
  }
  void name(std::string_view name) { quoted(name, '"'); }

  // Writes each element with `separator` between them.
  template <class Elements, class Write>
  void joined(const Elements& elements, std::string_view separator, Write write_element) {
    std::string_view before;
    for (const auto& element : elements) {
      text(std::exchange(before, separator));
      write_element(element);
    }
  }

  void write(const Value& value) {
    std::visit(Overloaded{
                   [this](const AttributeValue& scalar) { write(scalar); },
                   [this](Parameter) { text("?"); },
                   [this](const ListLiteral& list) { elements("[", list.elements, "]"); },
                   [this](const SetLiteral& set) { elements("<<", set.elements, ">>"); },
                   [this](const MapLiteral& map) { write(map); },
               },
               value.content);
  }

  void write(const AttributeValue& scalar) {
    if (const auto* number = scalar.get_if<Number>()) {
      text(number->to_string());
    } else if (const auto* boolean = scalar.get_if<bool>()) {
      text(*boolean ? "TRUE" : "FALSE");
    } else if (scalar.type() == AttributeType::kNull) {
      text("NULL");
    } else if (const auto* characters = scalar.get_if<Text>()) {
      quoted(*characters, '\'');
    }
  }

  void elements(std::string_view open, const std::vector<Value>& values, std::string_view close) {
    text(open);
    joined(values, ", ", [this](const Value& value) { write(value); });
    text(close);
  }

  void write(const MapLiteral& map) {
    text("{");
    joined(map.entries, ", ", [this](const auto& entry) {
      quoted(entry.name, '\'');
      text(": ");
      write(entry.value);
    });
    text("}");
  }

  void write(const ParsedPath& path) {
    for (const ParsedPathElement& element : path.elements) {
      if (const auto* index = std::get_if<std::size_t>(&element)) {
        text("[" + std::to_string(*index) + "]");
      } else {
        if (&element != path.elements.data()) text(".");
        name(std::get<ParsedName>(element).text);
      }
    }
  }

  void write(const ParsedValue& value) {
    write(statement_.values[std::stoul(value.placeholder.substr(1))]);
  }

  void write(const ParsedOperand& operand) {
    std::visit([this](const auto& content) { write(content); }, operand.content);
  }

  void write(const ParsedCall& call) {
    if (call.function == Function::kAttributeExists) return missing_test(call, " IS NOT MISSING");
    if (call.function == Function::kAttributeNotExists) return missing_test(call, " IS MISSING");
    text(function_name(call.function));
    text("(");
    joined(call.operands, ", ", [this](const ParsedOperand& operand) { write(operand); });
    text(")");
  }

  void missing_test(const ParsedCall& call, std::string_view test) {
    write(call.operands.front());
    text(test);
  }

  void write(const ParsedNode& node) {
    std::visit([this](const auto& content) { write(content); }, node.content);
  }
  void part(const ParsedNode& node, Binding loosest) {
    const bool needs_group = binding_of(node) < loosest;
    if (needs_group) text("(");
    write(node);
    if (needs_group) text(")");
  }
  void write(const ParsedAnd& node) {
    joined(node.conditions, " AND ", [this](const auto& each) { part(each, Binding::kNot); });
  }
  void write(const ParsedOr& node) {
    joined(node.conditions, " OR ", [this](const auto& each) { part(each, Binding::kAnd); });
  }
  void write(const ParsedNot& node) {
    text("NOT ");
    part(*node.condition, Binding::kNot);
  }
  void write(const ParsedComparison& node) {
    write(node.left);
    text(" ");
    text(comparator_name(node.comparator));
    text(" ");
    write(node.right);
  }
  void write(const ParsedBetween& node) {
    write(node.operand);
    text(" BETWEEN ");
    write(node.lower);
    text(" AND ");
    write(node.upper);
  }
  void write(const ParsedIn& node) {
    write(node.operand);
    text(" IN [");
    joined(node.candidates, ", ", [this](const ParsedOperand& each) { write(each); });
    text("]");
  }

  void where(const std::optional<ParsedNode>& condition) {
    if (!condition) return;
    text(" WHERE ");
    write(*condition);
  }

  void returning(Returning returning) {
    switch (returning) {
      case Returning::kNothing: break;
      case Returning::kAllOld: text(" RETURNING ALL OLD *"); break;
      case Returning::kAllNew: text(" RETURNING ALL NEW *"); break;
      case Returning::kModifiedOld: text(" RETURNING MODIFIED OLD *"); break;
      case Returning::kModifiedNew: text(" RETURNING MODIFIED NEW *"); break;
    }
  }

  void write(const Select& select) {
    text("SELECT ");
    if (select.list.empty()) text("*");
    joined(select.list, ", ", [this](const ParsedPath& path) { write(path); });
    text(" FROM ");
    name(select.from.table);
    if (select.from.index) {
      text(".");
      name(*select.from.index);
    }
    where(select.where);
    if (select.order.empty()) return;
    text(" ORDER BY ");
    joined(select.order, ", ", [this](const OrderTerm& term) {
      name(term.attribute);
      text(term.direction == SortDirection::kDescending ? " DESC" : " ASC");
    });
  }

  void write(const Insert& insert) {
    text("INSERT INTO ");
    name(insert.table);
    text(" VALUE ");
    write(insert.item);
  }

  void write(const Update& update) {
    text("UPDATE ");
    name(update.table);
    for (const ParsedAction& action : update.actions) {
      std::visit([this](const auto& content) { write_action(content); }, action);
    }
    where(update.where);
    returning(update.returning);
  }

  void write_action(const ParsedSet& set) {
    text(" SET ");
    write(set.path);
    text(" = ");
    if (const auto* operand = std::get_if<ParsedOperand>(&set.value)) return write(*operand);
    const auto& sum = std::get<ParsedArithmetic>(set.value);
    write(sum.left);
    text(sum.op == ArithmeticOperator::kPlus ? " + " : " - ");
    write(sum.right);
  }
  void write_action(const ParsedRemove& remove) {
    text(" REMOVE ");
    write(remove.path);
  }
  void write_action(const ParsedAdd& add) { set_call(add.path, "SET_ADD", add.value); }
  void write_action(const ParsedDelete& del) { set_call(del.path, "SET_DELETE", del.value); }
  void set_call(const ParsedPath& path, std::string_view function, const ParsedValue& value) {
    text(" SET ");
    write(path);
    text(" = ");
    text(function);
    text("(");
    write(path);
    text(", ");
    write(value);
    text(")");
  }

  void write(const Delete& remove) {
    text("DELETE FROM ");
    name(remove.table);
    where(remove.where);
    returning(remove.returning);
  }

  void write(const Exists& exists) {
    text("EXISTS(");
    write(exists.select);
    text(")");
  }

  const Statement& statement_;
  std::string out_;
};

}  // namespace

std::string print(const Statement& statement) { return Printer(statement).run(); }

}  // namespace stator::expressions::partiql

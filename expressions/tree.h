// What expression texts say, before their placeholders are replaced.
//
// Parsed trees are immutable and shared between requests: the same text parses to the same tree,
// whatever its names and values. They are correct as far as the text alone can be: functions are
// known and stand where they may, no bare name is a reserved word, no section is repeated. They
// compare by value.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "expressions/box.h"
#include "expressions/function.h"

namespace stator::expressions {

// A name written out, as opposed to "#n".
struct ParsedName {
  std::string text;
  friend bool operator==(const ParsedName&, const ParsedName&) = default;
};
struct ParsedPlaceholder {
  std::string text;  // "#n"
  friend bool operator==(const ParsedPlaceholder&, const ParsedPlaceholder&) = default;
};
using ParsedPathElement = std::variant<ParsedName, ParsedPlaceholder, std::size_t>;

// Starts with a name or a placeholder.
struct ParsedPath {
  std::vector<ParsedPathElement> elements;
  friend bool operator==(const ParsedPath&, const ParsedPath&) = default;
};
struct ParsedValue {
  std::string placeholder;  // ":v"
  friend bool operator==(const ParsedValue&, const ParsedValue&) = default;
};

struct ParsedOperand;
struct ParsedCall {
  Function function;
  std::vector<ParsedOperand> operands;  // at least one
  friend bool operator==(const ParsedCall&, const ParsedCall&) = default;
};
struct ParsedOperand {
  std::variant<ParsedPath, ParsedValue, ParsedCall> content;
  friend bool operator==(const ParsedOperand& a, const ParsedOperand& b) {
    return a.content == b.content;
  }
};

// Conditions. Parentheses leave no trace but the shape: `(a AND b) AND c` is a conjunction whose
// first member is a conjunction, `a AND b AND c` is a conjunction of three.
struct ParsedNode;
struct ParsedAnd {
  std::vector<ParsedNode> conditions;  // at least two
  friend bool operator==(const ParsedAnd&, const ParsedAnd&) = default;
};
struct ParsedOr {
  std::vector<ParsedNode> conditions;  // at least two
  friend bool operator==(const ParsedOr&, const ParsedOr&) = default;
};
struct ParsedNot {
  Box<ParsedNode> condition;
  friend bool operator==(const ParsedNot&, const ParsedNot&) = default;
};
struct ParsedComparison {
  Comparator comparator;
  ParsedOperand left;
  ParsedOperand right;
  friend bool operator==(const ParsedComparison&, const ParsedComparison&) = default;
};
struct ParsedBetween {
  ParsedOperand operand;
  ParsedOperand lower;
  ParsedOperand upper;
  friend bool operator==(const ParsedBetween&, const ParsedBetween&) = default;
};
struct ParsedIn {
  ParsedOperand operand;
  std::vector<ParsedOperand> candidates;
  friend bool operator==(const ParsedIn&, const ParsedIn&) = default;
};
struct ParsedNode {
  std::variant<ParsedAnd, ParsedOr, ParsedNot, ParsedComparison, ParsedBetween, ParsedIn,
               ParsedCall>
      content;
  friend bool operator==(const ParsedNode& a, const ParsedNode& b) {
    return a.content == b.content;
  }
};

class ParsedCondition {
 public:
  explicit ParsedCondition(ParsedNode root) : root_(std::move(root)) {}
  const ParsedNode& root() const { return root_; }

 private:
  ParsedNode root_;
};

// Updates.
enum class ArithmeticOperator { kPlus, kMinus };
struct ParsedArithmetic {
  ArithmeticOperator op;
  ParsedOperand left;
  ParsedOperand right;
  friend bool operator==(const ParsedArithmetic&, const ParsedArithmetic&) = default;
};
struct ParsedSet {
  ParsedPath path;
  std::variant<ParsedOperand, ParsedArithmetic> value;
  friend bool operator==(const ParsedSet&, const ParsedSet&) = default;
};
struct ParsedRemove {
  ParsedPath path;
  friend bool operator==(const ParsedRemove&, const ParsedRemove&) = default;
};
struct ParsedAdd {
  ParsedPath path;
  ParsedValue value;
  friend bool operator==(const ParsedAdd&, const ParsedAdd&) = default;
};
struct ParsedDelete {
  ParsedPath path;
  ParsedValue value;
  friend bool operator==(const ParsedDelete&, const ParsedDelete&) = default;
};
using ParsedAction = std::variant<ParsedSet, ParsedRemove, ParsedAdd, ParsedDelete>;

class ParsedUpdate {
 public:
  ParsedUpdate(std::vector<ParsedAction> actions, std::vector<std::string> names,
               std::vector<std::string> values)
      : actions_(std::move(actions)), names_(std::move(names)), values_(std::move(values)) {}

  const std::vector<ParsedAction>& actions() const { return actions_; }
  // Every "#n" and ":v", in order of appearance, with repetitions.
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& values() const { return values_; }

 private:
  std::vector<ParsedAction> actions_;
  std::vector<std::string> names_;
  std::vector<std::string> values_;
};

class ParsedProjection {
 public:
  explicit ParsedProjection(std::vector<ParsedPath> paths) : paths_(std::move(paths)) {}
  const std::vector<ParsedPath>& paths() const { return paths_; }

 private:
  std::vector<ParsedPath> paths_;
};

}  // namespace stator::expressions

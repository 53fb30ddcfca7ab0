// Bound updates.
#pragma once

#include <variant>
#include <vector>

#include "expressions/box.h"
#include "expressions/path.h"
#include "expressions/path_tree.h"
#include "expressions/tree.h"
#include "model/attribute_value.h"

namespace stator::expressions {

struct UpdateOperand;

// The value at `path`, or `otherwise` when there is none.
struct IfNotExists {
  DocumentPath path;
  Box<UpdateOperand> otherwise;
  friend bool operator==(const IfNotExists&, const IfNotExists&) = default;
};
struct ListAppend {
  Box<UpdateOperand> front;
  Box<UpdateOperand> back;
  friend bool operator==(const ListAppend&, const ListAppend&) = default;
};
struct UpdateOperand {
  std::variant<DocumentPath, AttributeValue, IfNotExists, ListAppend> content;
  friend bool operator==(const UpdateOperand&, const UpdateOperand&) = default;
};
struct Arithmetic {
  ArithmeticOperator op;
  UpdateOperand left;
  UpdateOperand right;
  friend bool operator==(const Arithmetic&, const Arithmetic&) = default;
};

struct SetAction {
  std::variant<UpdateOperand, Arithmetic> value;
  friend bool operator==(const SetAction&, const SetAction&) = default;
};
struct RemoveAction {
  friend bool operator==(RemoveAction, RemoveAction) = default;
};
// Adds a number, or the elements of a set. A list, which only legacy updates can add, is appended.
struct AddAction {
  AttributeValue value;
  friend bool operator==(const AddAction&, const AddAction&) = default;
};
// Takes the elements of a set away.
struct DeleteAction {
  AttributeValue value;
  friend bool operator==(const DeleteAction&, const DeleteAction&) = default;
};
using UpdateAction = std::variant<SetAction, RemoveAction, AddAction, DeleteAction>;

// Whose words are used for a stored value of the wrong type.
enum class UpdateDialect { kExpression, kLegacy };

// Invariants: `actions[i]` writes `paths[i]`; `tree` is the tree of `paths`.
struct UpdateActions {
  std::vector<DocumentPath> paths;
  std::vector<UpdateAction> actions;
  PathNode tree;
  UpdateDialect dialect = UpdateDialect::kExpression;

  friend bool operator==(const UpdateActions& a, const UpdateActions& b) {
    return a.paths == b.paths && a.actions == b.actions && a.dialect == b.dialect;
  }
};

}  // namespace stator::expressions

// PartiQL: Statement + parameters -> the bound trees that expressions have.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "expressions/condition.h"
#include "expressions/partiql/tree.h"
#include "expressions/projection.h"
#include "expressions/update.h"
#include "model/attribute_value.h"

namespace stator::expressions::partiql {

// What stands between SELECT and FROM, unless it is *.
class SelectList {
 public:
  explicit SelectList(ProjectionPaths paths);

  const ProjectionPaths& paths() const { return paths_; }

  // What the list answers of an item: each path that is there, by its last name with the indexes
  // behind it, so that `a.b[0]` gives "b[0]" (measured, as retold by others). Of paths with the
  // same name the last wins.
  AttributeMap select(const AttributeMap& attributes) const;

 private:
  ProjectionPaths paths_;
  std::vector<std::string> names_;
};

struct BoundSelect {
  Source from;
  std::optional<SelectList> list;
  std::optional<Condition> where;
  std::vector<OrderTerm> order;
};
struct BoundInsert {
  std::string table;
  AttributeMap item;
};
struct BoundUpdate {
  std::string table;
  UpdatePlan update;
  std::optional<Condition> where;
  Returning returning;
};
struct BoundDelete {
  std::string table;
  std::optional<Condition> where;
  Returning returning;
};
struct BoundExists {
  BoundSelect select;
};
using BoundStatement =
    std::variant<BoundSelect, BoundInsert, BoundUpdate, BoundDelete, BoundExists>;

// Throws ValidationException: the wrong number of parameters, values that cannot be stored, and
// the faults that conditions and updates have in expressions, in the same words without a prefix.
BoundStatement bind_parameters(const Statement& statement,
                               std::vector<AttributeValue> parameters);

}  // namespace stator::expressions::partiql

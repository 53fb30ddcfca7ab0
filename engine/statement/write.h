// INSERT, UPDATE, DELETE and EXISTS as planned writes: the one write path.
#pragma once

#include <memory>

#include "engine/plan_write.h"
#include "expressions/partiql/bind.h"
#include "storage/table.h"

namespace stator::engine {

// True when WHERE has an equality for every key attribute; an INSERT has no WHERE to ask.
bool names_item(const expressions::partiql::BoundStatement& statement, const KeySchema& schema);

//   INSERT  a put on condition that there is no such item
//   UPDATE  an update on condition that there is such an item, and of what WHERE asks besides
//   DELETE  a delete on condition of what WHERE asks besides the key
//   EXISTS  a ConditionCheck of what WHERE asks besides the key, or that there is such an item
//
// Throws ValidationException when WHERE names no single item, or for an item that is too large.
// REQUIRES: the statement is no SELECT.
WritePlan plan_statement(std::shared_ptr<storage::Table> table,
                         const expressions::partiql::BoundStatement& statement);

}  // namespace stator::engine

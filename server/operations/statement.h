// What the three PartiQL operations share: statements of a request, and what they answer.
#pragma once

#include <optional>
#include <string>

#include "expressions/partiql/bind.h"
#include "expressions/partiql/tree.h"
#include "model/item.h"
#include "server/operations/item_write.h"
#include "server/wire/values.h"

namespace stator::server {

// Takes the parameters and binds. Throws ValidationException.
expressions::partiql::BoundStatement bind_statement(
    const expressions::partiql::Statement& statement,
    std::optional<wire::WireValueList>& parameters);

// SELECT, as opposed to statements that write or check.
bool is_read(const expressions::partiql::Statement& statement);

// The table that the statement names.
const std::string& table_of(const expressions::partiql::BoundStatement& statement);

// What a failed condition of the statement is: that of an INSERT is a duplicate.
FailedCondition failed_condition_of(const expressions::partiql::BoundStatement& statement);

// Whether the statement has a RETURNING clause.
bool has_returning(const expressions::partiql::BoundStatement& statement);

// What RETURNING asks for, of the item before and after; nothing when there is none.
std::optional<AttributeMap> returned_attributes(
    const expressions::partiql::BoundStatement& statement, const ItemRef& before,
    const ItemRef& after);

// A SELECT of one item, read by its key: what it answers, if the item is as WHERE asks.
std::optional<AttributeMap> selected_attributes(
    const expressions::partiql::BoundSelect& select, const ItemRef& item);

}  // namespace stator::server

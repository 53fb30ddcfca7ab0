#include "server/operations/statement.h"

#include <utility>
#include <variant>
#include <vector>

#include "expressions/overloaded.h"

namespace stator::server {

namespace {

namespace partiql = expressions::partiql;
using expressions::Overloaded;
using partiql::Returning;

Returning returning_of(const partiql::BoundStatement& statement) {
  return std::visit(Overloaded{
                        [](const partiql::BoundUpdate& update) { return update.returning; },
                        [](const partiql::BoundDelete& remove) { return remove.returning; },
                        [](const auto&) { return Returning::kNothing; },
                    },
                    statement);
}

// The parts that an UPDATE names; of a DELETE, everything.
std::optional<AttributeMap> modified_parts(const partiql::BoundStatement& statement,
                                           const Item& item) {
  const auto* update = std::get_if<partiql::BoundUpdate>(&statement);
  if (update == nullptr) return item.attributes();
  AttributeMap parts = update->update.updated_attributes(item.attributes());
  if (parts.empty()) return std::nullopt;
  return parts;
}

}  // namespace

partiql::BoundStatement bind_statement(const partiql::Statement& statement,
                                       std::optional<wire::WireValueList>& parameters) {
  return partiql::bind_parameters(
      statement, parameters ? parameters->take() : std::vector<AttributeValue>());
}

bool is_read(const partiql::Statement& statement) {
  return std::holds_alternative<partiql::Select>(statement.content);
}

const std::string& table_of(const partiql::BoundStatement& statement) {
  return std::visit(
      Overloaded{
          [](const partiql::BoundSelect& select) -> const std::string& {
            return select.from.table;
          },
          [](const partiql::BoundExists& exists) -> const std::string& {
            return exists.select.from.table;
          },
          [](const auto& write) -> const std::string& { return write.table; },
      },
      statement);
}

FailedCondition failed_condition_of(const partiql::BoundStatement& statement) {
  return std::holds_alternative<partiql::BoundInsert>(statement)
             ? FailedCondition::kDuplicateItem
             : FailedCondition::kConditionalCheck;
}

bool has_returning(const partiql::BoundStatement& statement) {
  return returning_of(statement) != Returning::kNothing;
}

std::optional<AttributeMap> returned_attributes(const partiql::BoundStatement& statement,
                                                const ItemRef& before, const ItemRef& after) {
  const Returning returning = returning_of(statement);
  const bool shows_old = returning == Returning::kAllOld || returning == Returning::kModifiedOld;
  const ItemRef& item = shows_old ? before : after;
  if (returning == Returning::kNothing || !item) return std::nullopt;
  if (returning == Returning::kAllOld || returning == Returning::kAllNew) {
    return item->attributes();
  }
  return modified_parts(statement, *item);
}

std::optional<AttributeMap> selected_attributes(const partiql::BoundSelect& select,
                                                const ItemRef& item) {
  if (!item || (select.where && !select.where->matches(item->attributes()))) return std::nullopt;
  return select.list ? select.list->select(item->attributes()) : item->attributes();
}

}  // namespace stator::server

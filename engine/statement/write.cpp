#include "engine/statement/write.h"

#include <string>
#include <utility>
#include <vector>

#include "engine/statement/access.h"
#include "expressions/condition_tree.h"
#include "expressions/overloaded.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"

namespace stator::engine {
namespace {

namespace partiql = expressions::partiql;
using expressions::Condition;
using expressions::ConditionNode;

// Every item has its partition key.
expressions::DocumentPath partition_path(const storage::Table& table) {
  return expressions::DocumentPath({table.key().hash.front().name});
}

KeyedCondition require_key(const std::optional<Condition>& where, const storage::Table& table) {
  auto keyed = split_key(where, table.key());
  if (!keyed) throw validation_error(std::string(messages::kStatementWithoutKey));
  return std::move(*keyed);
}

Condition item_exists(const storage::Table& table, const std::optional<Condition>& and_also) {
  std::vector<ConditionNode> all;
  all.emplace_back(expressions::AttributeExists{partition_path(table)});
  if (and_also) all.push_back(and_also->root());
  return Condition(std::make_shared<const ConditionNode>(expressions::AllOf{std::move(all)}));
}

class Planner {
 public:
  explicit Planner(std::shared_ptr<storage::Table> table) : table_(std::move(table)) {}

  WritePlan operator()(const partiql::BoundInsert& insert) {
    ItemRef item = make_item(insert.item);
    if (item->size_bytes() > limits::kItemBytesMax) {
      throw validation_error(std::string(messages::kItemTooLarge));
    }
    Condition is_new(std::make_shared<const ConditionNode>(
        expressions::AttributeNotExists{partition_path(*table_)}));
    return plan_put({table_, std::move(is_new)}, std::move(item), MissingKeyText::kNamed);
  }

  WritePlan operator()(const partiql::BoundUpdate& update) {
    KeyedCondition keyed = require_key(update.where, *table_);
    return plan_update({table_, item_exists(*table_, keyed.rest)}, std::move(keyed.key),
                       update.update, UpdateSizeRule::kPlain);
  }

  WritePlan operator()(const partiql::BoundDelete& remove) {
    KeyedCondition keyed = require_key(remove.where, *table_);
    return plan_delete({table_, std::move(keyed.rest)}, keyed.key);
  }

  WritePlan operator()(const partiql::BoundExists& exists) {
    KeyedCondition keyed = require_key(exists.select.where, *table_);
    if (!keyed.rest) keyed.rest = item_exists(*table_, std::nullopt);
    return plan_check({table_, std::move(keyed.rest)}, keyed.key);
  }

  WritePlan operator()(const partiql::BoundSelect&) {
    throw Error(ErrorCode::kInternalServerError, "a SELECT is no write");
  }

 private:
  std::shared_ptr<storage::Table> table_;
};

}  // namespace

bool names_item(const partiql::BoundStatement& statement, const KeySchema& schema) {
  return std::visit(
      expressions::Overloaded{
          [](const partiql::BoundInsert&) { return true; },
          [&](const partiql::BoundExists& exists) {
            return split_key(exists.select.where, schema).has_value();
          },
          [&](const auto& other) { return split_key(other.where, schema).has_value(); },
      },
      statement);
}

WritePlan plan_statement(std::shared_ptr<storage::Table> table,
                         const partiql::BoundStatement& statement) {
  Planner planner(std::move(table));
  return std::visit(planner, statement);
}

}  // namespace stator::engine

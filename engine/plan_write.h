// From a request's item or key to a PlannedWrite: the checks against the table's key schema.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "engine/key_check.h"
#include "engine/write.h"
#include "expressions/condition.h"
#include "expressions/update.h"
#include "storage/table.h"

namespace stator::engine {

// What the request alone decides about a write.
struct WriteIntent {
  std::shared_ptr<storage::Table> table;
  std::optional<expressions::Condition> condition;
};

// A plan, or why the key does not fit the table.
using WritePlan = std::variant<PlannedWrite, KeyFault>;

// Puts and updates throw LimitExceededException when the process may not grow
// (model/memory_limit.h).
WritePlan plan_put(WriteIntent intent, ItemRef item, MissingKeyText text);

// How an update's size is held against the limit: UpdateItem adds an overhead, transactions do not
// (R59).
enum class UpdateSizeRule { kWithOverhead, kPlain };

WritePlan plan_update(WriteIntent intent, AttributeMap key,
                      std::optional<expressions::UpdatePlan> update, UpdateSizeRule size_rule);
WritePlan plan_delete(WriteIntent intent, const AttributeMap& key);
WritePlan plan_check(WriteIntent intent, const AttributeMap& key);

// The plan, or its fault thrown as a ValidationException.
PlannedWrite or_throw(WritePlan plan);

}  // namespace stator::engine

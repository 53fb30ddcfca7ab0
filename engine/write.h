// The one write path: plan -> lock -> evaluate -> commit.
//
// A PlannedWrite is the intent, complete but for the stored item. `evaluate` is pure: it looks at
// the stored item and says what would change. Only `execute_write` and the transaction coordinator
// (transact.h) commit, and both do it through storage::Table::apply.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "engine/key_check.h"
#include "engine/meter.h"
#include "expressions/condition.h"
#include "expressions/update.h"
#include "model/error.h"
#include "model/item.h"
#include "storage/table.h"

namespace stator::engine {

// Replace the whole item.
struct PutAction {
  ItemRef item;
};

// Change parts of the item, or create it from its key.
struct UpdateAction {
  std::optional<expressions::UpdatePlan> plan;  // absent: an update of nothing creates the key
  AttributeMap key;
  // Added to the size of the result before it is held against the limit (R59); 0 inside
  // transactions, where the limit is the plain one.
  std::size_t overhead_bytes = 0;
};

struct DeleteAction {};

// Only look (ConditionCheck).
struct CheckAction {};

using WriteAction = std::variant<PutAction, UpdateAction, DeleteAction, CheckAction>;

struct PlannedWrite {
  std::shared_ptr<storage::Table> table;
  KeyBytes key;
  WriteAction action;
  std::optional<expressions::Condition> condition;
};

// The condition did not hold; the item it looked at, null when there is none.
struct ConditionFailed {
  ItemRef item;
};

// The stored item cannot be changed as asked: mostly a ValidationException.
struct InvalidWrite {
  std::string message;
  bool is_cancellation_reason = true;  // as in KeyFault
  ErrorCode code = ErrorCode::kValidation;

  Error to_error() const { return Error(code, message); }
  // As transactions and batches of statements name it: "ValidationError".
  std::string_view reason_code() const;
};

// ItemChange: what to commit. For a CheckAction, before == after.
using WriteOutcome = std::variant<storage::ItemChange, ConditionFailed, InvalidWrite>;

// What `write` would do to `stored` (null: no such item). Pure; never throws.
WriteOutcome evaluate(const PlannedWrite& write, const ItemRef& stored, const TableSchema& schema);

// What `write` would do to a table that holds these trees: `evaluate`, and the limit of its item
// collection (R61). Never throws.
WriteOutcome evaluate(const Engine& engine, const PlannedWrite& write, const storage::Trees& trees);

// The bytes that a refused write would have stored, for metering: known for puts only (R56).
std::size_t attempted_bytes(const PlannedWrite& write);

struct WriteResult {
  WriteOutcome outcome;
  std::vector<storage::IndexEffect> effects;  // when the outcome is an ItemChange
  std::shared_ptr<const TableSchema> schema;  // that the write met
};

// Locks the table, evaluates, and commits when the outcome is a change.
// The returned outcome keeps the replaced item alive, so it is freed outside the lock.
WriteResult execute_write(Engine& engine, const PlannedWrite& write,
                          storage::ChangeOrigin origin = storage::ChangeOrigin::kUser);

}  // namespace stator::engine

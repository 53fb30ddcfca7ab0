// The transaction coordinator: several planned writes, or reads, as one step.
//
// It adds nothing to the write path but the order: lock every table in name order, evaluate every
// action, commit all or none. Isolation is that of the locks: no single write or read of any
// connection falls between two actions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "engine/write.h"
#include "model/error.h"

namespace stator::engine {

// One action: planned, or already known to fail (its key does not fit the table's schema).
struct TransactAction {
  std::variant<PlannedWrite, InvalidWrite> write;
  std::shared_ptr<storage::Table> table;
  bool returns_item_on_failure = false;  // ReturnValuesOnConditionCheckFailure = ALL_OLD
};

// What became of one action.
struct TransactResult {
  WriteOutcome outcome;
  std::vector<storage::IndexEffect> effects;  // empty unless committed
  std::shared_ptr<const TableSchema> schema;
};

struct TransactOutcome {
  bool is_committed = false;
  bool is_too_large = false;  // the items come to more than 4 MB
  std::vector<TransactResult> results;  // one per action, in order
};

// The ClientRequestToken of a transaction, claimed (idempotency.h). Views are valid during the
// call.
struct ClaimedToken {
  std::string_view token;
  std::string_view fingerprint;
};

// A token is completed together with the commit. REQUIRES: no two actions name the same item.
TransactOutcome transact_write(Engine& engine, const std::vector<TransactAction>& actions,
                               const std::optional<ClaimedToken>& token = std::nullopt);

// The reasons of a transaction that was not committed, one per action, in order.
std::vector<CancellationReason> cancellation_reasons(const std::vector<TransactAction>& actions,
                                                     const TransactOutcome& outcome);

// TransactionCanceledException with the message that lists the reasons' codes.
Error transaction_canceled(std::vector<CancellationReason> reasons);

// One item to read.
struct TransactRead {
  std::shared_ptr<storage::Table> table;
  KeyBytes key;
};

// The items of one instant, null where there is none.
std::vector<ItemRef> transact_read(const std::vector<TransactRead>& reads);

}  // namespace stator::engine

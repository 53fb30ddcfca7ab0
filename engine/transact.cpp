#include "engine/transact.h"

#include <algorithm>

#include "engine/key_access.h"
#include "engine/verify.h"
#include "engine/persistence/commit.h"
#include "model/limits.h"
#include "model/messages.h"
#include "storage/table_locks.h"

namespace stator::engine {

namespace {

TransactResult evaluate_action(const Engine& engine, const TransactAction& action,
                               const storage::TableLocks& locks) {
  locks.require_exclusive(*action.table);
  const storage::Trees& trees = action.table->trees();
  if (const auto* invalid = std::get_if<InvalidWrite>(&action.write)) {
    return {*invalid, {}, trees.schema};
  }
  return {evaluate(engine, std::get<PlannedWrite>(action.write), trees), {}, trees.schema};
}

void commit_action(const TransactAction& action, TransactResult& result,
                   const storage::TableLocks& locks, const storage::ChangeContext& context) {
  locks.require_exclusive(*action.table);
  const auto& write = std::get<PlannedWrite>(action.write);
  if (std::holds_alternative<CheckAction>(write.action)) return;
  const auto& change = std::get<storage::ItemChange>(result.outcome);
  result.effects = action.table->apply(change, context);
  verify_bill(change, result.effects, *result.schema);
}

// Refused actions asked for their items too.
void note_actions(const std::vector<TransactAction>& actions, const TransactOutcome& outcome,
                  const storage::TableLocks& locks) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    locks.require_exclusive(*actions[i].table);
    const auto& monitor = actions[i].table->monitor();
    const auto* write = std::get_if<PlannedWrite>(&actions[i].write);
    if (!monitor || write == nullptr) continue;
    const TransactResult& result = outcome.results[i];
    note_write(*monitor, write->key, result.outcome, result.effects, *result.schema);
  }
}

bool is_change(const TransactResult& result) {
  return std::holds_alternative<storage::ItemChange>(result.outcome);
}

// The larger image of every item that would be written or was checked.
std::size_t aggregate_bytes(const std::vector<TransactResult>& results) {
  std::size_t bytes = 0;
  for (const TransactResult& result : results) {
    const auto* change = std::get_if<storage::ItemChange>(&result.outcome);
    if (change == nullptr) continue;
    bytes += std::max(change->before ? change->before->size_bytes() : 0,
                      change->after ? change->after->size_bytes() : 0);
  }
  return bytes;
}

// What a replay under the token is charged for: the larger image of each action.
std::vector<std::size_t> larger_images(const std::vector<TransactResult>& results) {
  std::vector<std::size_t> larger;
  for (const TransactResult& result : results) {
    const auto& change = std::get<storage::ItemChange>(result.outcome);
    larger.push_back(std::max(change.before ? change.before->size_bytes() : 0,
                              change.after ? change.after->size_bytes() : 0));
  }
  return larger;
}

struct Committed {
  const storage::ChangeContext& context;
  const std::optional<ClaimedToken>& token;
  const std::vector<std::size_t>& image_bytes;
};

void journal(Journal& journal, const std::vector<TransactAction>& actions,
             const TransactOutcome& outcome, const Committed& committed) {
  Commit commit(journal, committed.context);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    commit.add(*actions[i].table, std::get<storage::ItemChange>(outcome.results[i].outcome));
  }
  if (committed.token) {
    commit.complete_token(committed.token->token, committed.token->fingerprint,
                          committed.image_bytes);
  }
  commit.append();
}

CancellationReason reason(const TransactAction& action, const TransactResult& result) {
  CancellationReason reason;
  if (const auto* failed = std::get_if<ConditionFailed>(&result.outcome)) {
    reason.code = "ConditionalCheckFailed";
    reason.message = messages::kConditionalRequestFailed;
    if (action.returns_item_on_failure) reason.item = failed->item;
  } else if (const auto* invalid = std::get_if<InvalidWrite>(&result.outcome)) {
    reason.code = invalid->reason_code();
    reason.message = invalid->message;
  }
  return reason;
}

}  // namespace

TransactOutcome transact_write(Engine& engine, const std::vector<TransactAction>& actions,
                               const std::optional<ClaimedToken>& token) {
  if (engine.journal) engine.journal->require_working();
  std::vector<std::shared_ptr<storage::Table>> tables;
  tables.reserve(actions.size());
  for (const TransactAction& action : actions) tables.push_back(action.table);

  TransactOutcome outcome;
  outcome.results.reserve(actions.size());
  const auto locks = storage::TableLocks::exclusive(std::move(tables));
  for (const TransactAction& action : actions) {
    outcome.results.push_back(evaluate_action(engine, action, locks));
  }
  outcome.is_too_large = aggregate_bytes(outcome.results) > limits::kTransactionBytesMax;
  outcome.is_committed = !outcome.is_too_large && std::all_of(outcome.results.begin(),
                                                              outcome.results.end(), is_change);
  if (!outcome.is_committed) {
    note_actions(actions, outcome, locks);
    return outcome;
  }
  const storage::ChangeContext context{engine.clock.now()};
  for (std::size_t i = 0; i < actions.size(); ++i) {
    commit_action(actions[i], outcome.results[i], locks, context);
  }
  const auto image_bytes = token ? larger_images(outcome.results) : std::vector<std::size_t>();
  if (engine.journal) journal(*engine.journal, actions, outcome, {context, token, image_bytes});
  if (token) {
    engine.tokens.complete(std::string(token->token), image_bytes, context.now);
  }
  note_actions(actions, outcome, locks);
  return outcome;
}

std::vector<CancellationReason> cancellation_reasons(const std::vector<TransactAction>& actions,
                                                     const TransactOutcome& outcome) {
  std::vector<CancellationReason> reasons;
  reasons.reserve(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    reasons.push_back(reason(actions[i], outcome.results[i]));
  }
  return reasons;
}

Error transaction_canceled(std::vector<CancellationReason> reasons) {
  std::string codes;
  for (const CancellationReason& reason : reasons) {
    if (!codes.empty()) codes += ", ";
    codes += reason.code;
  }
  Error error(ErrorCode::kTransactionCanceled,
              "Transaction cancelled, please refer cancellation reasons for specific reasons [" +
                  codes + "]");
  error.cancellation_reasons = std::move(reasons);
  return error;
}

std::vector<ItemRef> transact_read(const std::vector<TransactRead>& reads) {
  std::vector<std::shared_ptr<storage::Table>> tables;
  tables.reserve(reads.size());
  for (const TransactRead& read : reads) tables.push_back(read.table);

  std::vector<ItemRef> items;
  items.reserve(reads.size());
  const auto locks = storage::TableLocks::shared(std::move(tables));
  for (const TransactRead& read : reads) {
    locks.require_shared(*read.table);
    const ItemRef* found = read.table->trees().items.find(read.key);
    if (read.table->monitor()) note_item(*read.table->monitor(), read.key);
    items.push_back(found == nullptr ? ItemRef() : *found);
  }
  return items;
}

}  // namespace stator::engine

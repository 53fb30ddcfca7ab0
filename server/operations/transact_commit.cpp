#include "server/operations/transact_commit.h"

#include <algorithm>
#include <utility>

#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"
#include "server/operations/parameters.h"

namespace stator::server {

namespace {

std::size_t bytes_of(const ItemRef& item) { return item ? item->size_bytes() : 0; }

// What an action read or left, in bytes: the stored item and the attempted one.
struct ImageBytes {
  std::size_t before = 0;
  std::size_t after = 0;
};

ImageBytes image_bytes(const engine::TransactAction& action, const engine::TransactResult& result) {
  const auto* write = std::get_if<engine::PlannedWrite>(&action.write);
  const std::size_t attempted = write == nullptr ? 0 : engine::attempted_bytes(*write);
  if (const auto* change = std::get_if<storage::ItemChange>(&result.outcome)) {
    return {bytes_of(change->before), bytes_of(change->after)};
  }
  if (const auto* failed = std::get_if<engine::ConditionFailed>(&result.outcome)) {
    return {bytes_of(failed->item), attempted};
  }
  return {0, attempted};
}

bool names_same_item(const engine::TransactAction& a, const engine::TransactAction& b) {
  const auto* first = std::get_if<engine::PlannedWrite>(&a.write);
  const auto* second = std::get_if<engine::PlannedWrite>(&b.write);
  return first != nullptr && second != nullptr && a.table == b.table && first->key == second->key;
}

[[noreturn]] void throw_duplicate() {
  throw validation_error("Transaction request cannot include multiple operations on one item");
}

[[noreturn]] void throw_too_large() {
  throw validation_error("The aggregate size of the items in the transaction cannot exceed 4 MB");
}

}  // namespace

TokenClaim::TokenClaim(CallContext& context, const std::optional<std::string>& token,
                       std::string_view fingerprint)
    : engine_(context.engine), token_(token) {
  if (!token_) return;
  auto claim = engine_.tokens.claim(*token_, fingerprint, engine_.clock.now());
  if (std::holds_alternative<engine::IdempotencyTokens::Mismatch>(claim)) {
    throw Error(ErrorCode::kIdempotentParameterMismatch,
                "DynamoDB rejected the request because you retried a request with a different "
                "payload but with an idempotent token that was already used.");
  }
  if (std::holds_alternative<engine::IdempotencyTokens::InProgress>(claim)) {
    throw Error(ErrorCode::kTransactionInProgress, std::string(messages::kTransactionInProgress));
  }
  if (auto* replay = std::get_if<engine::IdempotencyTokens::Replay>(&claim)) {
    replay_ = std::move(*replay);
  }
  is_held_ = !replay_;
}

TokenClaim::~TokenClaim() {
  if (is_held_) engine_.tokens.abandon(*token_);
}

void TokenClaim::complete(std::vector<std::size_t> image_bytes) {
  if (!is_held_) return;
  engine_.tokens.complete(*token_, std::move(image_bytes), engine_.clock.now());
  is_held_ = false;
}

void append_action(std::vector<engine::TransactAction>& actions, engine::WritePlan plan,
                   std::shared_ptr<storage::Table> table, bool returns_item_on_failure) {
  if (auto* fault = std::get_if<engine::KeyFault>(&plan)) {
    if (!fault->is_cancellation_reason) throw validation_error(std::move(fault->message));
    actions.push_back({engine::InvalidWrite{std::move(fault->message)}, std::move(table),
                       returns_item_on_failure});
    return;
  }
  engine::TransactAction next{std::get<engine::PlannedWrite>(std::move(plan)), std::move(table),
                              returns_item_on_failure};
  const bool is_duplicate = std::any_of(actions.begin(), actions.end(), [&](const auto& other) {
    return names_same_item(other, next);
  });
  if (is_duplicate) throw_duplicate();
  actions.push_back(std::move(next));
}

void append_read(std::vector<engine::TransactRead>& reads, engine::TransactRead read) {
  const bool is_duplicate = std::any_of(reads.begin(), reads.end(), [&](const auto& other) {
    return other.table == read.table && other.key == read.key;
  });
  if (is_duplicate) throw_duplicate();
  reads.push_back(std::move(read));
}

bool is_check(const engine::TransactAction& action) {
  const auto* write = std::get_if<engine::PlannedWrite>(&action.write);
  return write != nullptr && std::holds_alternative<engine::CheckAction>(write->action);
}

TableMeters meter_transaction(CallContext& context, const ActionTables& tables,
                              const std::vector<engine::TransactAction>& actions,
                              const engine::TransactOutcome& outcome) {
  TableMeters meters;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const engine::TransactResult& result = outcome.results[i];
    engine::TableMeter& of_table = meters.of(*tables[i], result.schema);
    const ImageBytes bytes = image_bytes(actions[i], result);
    if (!outcome.is_committed) {
      of_table.fail_write(bytes.before, bytes.after, engine::WriteMode::kTransactional);
    } else if (is_check(actions[i])) {
      of_table.check_item(bytes.before);
    } else {
      of_table.write_item(bytes.before, bytes.after, engine::WriteMode::kTransactional,
                          result.effects);
    }
  }
  meters.record(context);
  return meters;
}

TableMeters meter_replay(CallContext& context, const ActionTables& tables,
                         const std::vector<std::size_t>& image_bytes) {
  TableMeters meters;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto table = require_table(context, *tables[i]);
    meters.of(*tables[i], table->schema()).replay_action(image_bytes[i]);
  }
  meters.record(context);
  return meters;
}

std::vector<std::size_t> larger_images(const std::vector<engine::TransactAction>& actions,
                                       const engine::TransactOutcome& outcome) {
  std::vector<std::size_t> larger;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const ImageBytes bytes = image_bytes(actions[i], outcome.results[i]);
    larger.push_back(std::max(bytes.before, bytes.after));
  }
  return larger;
}

void check_outcome(const engine::TransactOutcome& outcome) {
  for (const engine::TransactResult& result : outcome.results) {
    const auto* invalid = std::get_if<engine::InvalidWrite>(&result.outcome);
    if (invalid == nullptr || invalid->is_cancellation_reason) continue;
    throw validation_error(invalid->message);
  }
  if (outcome.is_too_large) throw_too_large();
}

void check_transaction_size(const std::vector<ItemRef>& items) {
  std::size_t bytes = 0;
  for (const ItemRef& item : items) bytes += bytes_of(item);
  if (bytes > limits::kTransactionBytesMax) throw_too_large();
}

}  // namespace stator::server

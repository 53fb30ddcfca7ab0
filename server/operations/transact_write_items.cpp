#include "server/operations/transact_write_items.h"

#include <algorithm>

#include "engine/idempotency.h"
#include "model/error.h"
#include "model/messages.h"
#include "server/operations/capacity_json.h"
#include "server/operations/collection_metrics.h"
#include "server/operations/parameters.h"
#include "server/operations/table_meters.h"
#include "server/operations/transact_plan.h"

namespace stator::server {

namespace {

std::size_t bytes_of(const ItemRef& item) { return item ? item->size_bytes() : 0; }

// The claim on a ClientRequestToken while its transaction runs: given up unless completed, so that
// a cancelled transaction can be sent again.
class TokenClaim {
 public:
  // Throws when the token belongs to another request or to one that still runs.
  TokenClaim(CallContext& context, const std::optional<std::string>& token, std::string fingerprint)
      : engine_(context.engine), token_(token) {
    if (!token_) return;
    auto claim = engine_.tokens.claim(*token_, fingerprint, engine_.clock.now());
    if (std::holds_alternative<engine::IdempotencyTokens::Mismatch>(claim)) {
      throw Error(ErrorCode::kIdempotentParameterMismatch,
                  "DynamoDB rejected the request because you retried a request with a different "
                  "payload but with an idempotent token that was already used.");
    }
    if (std::holds_alternative<engine::IdempotencyTokens::InProgress>(claim)) {
      throw Error(ErrorCode::kTransactionInProgress,
                  std::string(messages::kTransactionInProgress));
    }
    if (auto* replay = std::get_if<engine::IdempotencyTokens::Replay>(&claim)) {
      replay_ = std::move(*replay);
    }
    is_held_ = !replay_;
  }
  ~TokenClaim() {
    if (is_held_) engine_.tokens.abandon(*token_);
  }
  TokenClaim(const TokenClaim&) = delete;
  TokenClaim& operator=(const TokenClaim&) = delete;

  // What the same request did before, if it was sent before.
  const std::optional<engine::IdempotencyTokens::Replay>& replay() const { return replay_; }

  void complete(std::vector<std::size_t> image_bytes) {
    if (!is_held_) return;
    engine_.tokens.complete(*token_, std::move(image_bytes), engine_.clock.now());
    is_held_ = false;
  }

 private:
  engine::Engine& engine_;
  std::optional<std::string> token_;
  std::optional<engine::IdempotencyTokens::Replay> replay_;
  bool is_held_ = false;
};

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

bool is_check(const engine::TransactAction& action) {
  const auto* write = std::get_if<engine::PlannedWrite>(&action.write);
  return write != nullptr && std::holds_alternative<engine::CheckAction>(write->action);
}

// R34 to R36 for a committed transaction. What a cancelled one costs is documented nowhere (R39):
// here every action is charged as if it had been tried.
TableMeters meter(const std::vector<BoundAction>& bound,
                  const std::vector<engine::TransactAction>& actions,
                  const engine::TransactOutcome& outcome) {
  TableMeters meters;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const engine::TransactResult& result = outcome.results[i];
    engine::TableMeter& of_table = meters.of(*bound[i].table_name, result.schema);
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
  return meters;
}

void answer_replay(const TransactWriteItems::Request& request,
                   const std::vector<BoundAction>& bound,
                   const std::vector<std::size_t>& image_bytes, CallContext& context,
                   wire::JsonWriter& out) {
  TableMeters meters;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const auto table = require_table(context, *bound[i].table_name);
    meters.of(*bound[i].table_name, table->schema()).replay_action(image_bytes[i]);
  }
  meters.record(context);
  out.begin_object();
  write_capacities(out, meters.all(), capacity_mode(request.return_consumed_capacity),
                   CapacityAxis::kRead);
  out.end_object();
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

void write_collections(const std::vector<BoundAction>& bound,
                       const std::vector<engine::TransactAction>& actions,
                       const engine::TransactOutcome& outcome, wire::JsonWriter& out) {
  CollectionMetrics collections;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (is_check(actions[i])) continue;
    collections.add(*bound[i].table_name, actions[i].table, *outcome.results[i].schema,
                    bound[i].attributes());
  }
  collections.write(out);
}

}  // namespace

void TransactWriteItems::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const std::string digest =
      request.client_request_token ? fingerprint(*request.transact_items) : std::string();
  const std::vector<BoundAction> bound = bind_actions(*request.transact_items);
  TokenClaim claim(context, request.client_request_token, digest);
  if (claim.replay()) {
    answer_replay(request, bound, claim.replay()->image_bytes, context, out);
    return;
  }
  const auto actions = plan_actions(context, bound);
  const engine::TransactOutcome outcome = engine::transact_write(context.engine, actions);
  const TableMeters meters = meter(bound, actions, outcome);
  meters.record(context);
  if (outcome.is_too_large) {
    throw validation_error(
        "The aggregate size of the items in the transaction cannot exceed 4 MB");
  }
  if (!outcome.is_committed) {
    throw engine::transaction_canceled(engine::cancellation_reasons(actions, outcome));
  }
  claim.complete(larger_images(actions, outcome));

  out.begin_object();
  if (is(request.return_item_collection_metrics, "SIZE")) {
    write_collections(bound, actions, outcome, out);
  }
  write_capacities(out, meters.all(), capacity_mode(request.return_consumed_capacity),
                   CapacityAxis::kWrite);
  out.end_object();
}

}  // namespace stator::server

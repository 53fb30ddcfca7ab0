#include "server/operations/transact_write_items.h"

#include "model/error.h"
#include "server/operations/capacity_json.h"
#include "server/operations/collection_metrics.h"
#include "server/operations/parameters.h"
#include "server/operations/transact_commit.h"
#include "server/operations/transact_plan.h"

namespace stator::server {

namespace {

std::vector<const std::string*> table_names(const std::vector<BoundAction>& bound) {
  std::vector<const std::string*> names;
  names.reserve(bound.size());
  for (const BoundAction& action : bound) names.push_back(action.table_name);
  return names;
}

void answer_replay(const TransactWriteItems::Request& request, const TableMeters& meters,
                   wire::JsonWriter& out) {
  out.begin_object();
  write_capacities(out, meters.all(), capacity_mode(request.return_consumed_capacity),
                   CapacityAxis::kRead);
  out.end_object();
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
  const auto names = table_names(bound);
  TokenClaim claim(context, request.client_request_token, digest);
  if (claim.replay()) {
    answer_replay(request, meter_replay(context, names, claim.replay()->image_bytes), out);
    return;
  }
  const auto actions = plan_actions(context, bound);
  const engine::TransactOutcome outcome = engine::transact_write(context.engine, actions);
  const TableMeters meters = meter_transaction(context, names, actions, outcome);
  check_outcome(outcome);
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

#include "server/operations/execute_transaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "engine/key_check.h"
#include "engine/statement/access.h"
#include "engine/statement/write.h"
#include "expressions/partiql/parse.h"
#include "model/error.h"
#include "model/messages.h"
#include "server/digest.h"
#include "server/operations/capacity_json.h"
#include "server/operations/parameters.h"
#include "server/operations/statement.h"
#include "server/operations/transact_commit.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

namespace partiql = expressions::partiql;
using Request = ExecuteTransaction::Request;

[[noreturn]] void refuse(std::size_t position, std::string_view why) {
  throw validation_error(
      fmt::format("Validation failed in TransactStatements[{}]: {}", position, why));
}

// Throws unless the statements are SELECTs alone, or none of them is one: an EXISTS goes with those
// that write (measured).
bool reads_only(const std::vector<partiql::Statement>& statements) {
  const auto reads =
      static_cast<std::size_t>(std::count_if(statements.begin(), statements.end(), is_read));
  if (reads != 0 && reads != statements.size()) {
    throw validation_error(
        "ExecuteTransaction API does not support both read and write operations in the same "
        "request.");
  }
  return reads != 0;
}

// What a transaction cannot do with a statement.
void check_statement(std::size_t position, const partiql::BoundStatement& statement) {
  if (has_returning(statement)) {
    refuse(position, "RETURNING clause is not supported in ExecuteTransaction.");
  }
  const auto* exists = std::get_if<partiql::BoundExists>(&statement);
  const auto* select =
      exists != nullptr ? &exists->select : std::get_if<partiql::BoundSelect>(&statement);
  if (select != nullptr && select->from.index) {
    refuse(position, "Reads on indices are not supported within transactions.");
  }
}

std::vector<partiql::BoundStatement> bind_statements(
    Request& request, const std::vector<partiql::Statement>& statements) {
  std::vector<partiql::BoundStatement> bound;
  bound.reserve(statements.size());
  for (std::size_t i = 0; i < statements.size(); ++i) {
    bound.push_back(
        bind_statement(statements[i], (*request.transact_statements)[i].parameters));
    check_statement(i, bound.back());
  }
  return bound;
}

std::vector<partiql::Statement> parse_statements(const Request& request) {
  std::vector<partiql::Statement> statements;
  statements.reserve(request.transact_statements->size());
  for (const wire::ParameterizedStatement& each : *request.transact_statements) {
    statements.push_back(partiql::parse_statement(*each.statement));
  }
  return statements;
}

// The table that a statement names. Throws unless it names one item of it.
std::shared_ptr<storage::Table> table_with_item(const CallContext& context, std::size_t position,
                                                const partiql::BoundStatement& statement) {
  auto table = require_table(context, table_of(statement));
  if (!engine::names_item(statement, table->key())) {
    refuse(position, messages::kStatementWithoutKey);
  }
  return table;
}

ActionTables tables_of(const std::vector<partiql::BoundStatement>& statements) {
  ActionTables tables;
  tables.reserve(statements.size());
  for (const partiql::BoundStatement& statement : statements) {
    tables.push_back(&table_of(statement));
  }
  return tables;
}

// Resolves tables and keys. Keys that do not fit their tables cancel the transaction, each with a
// reason of its own.
std::vector<engine::TransactRead> plan_reads(
    const CallContext& context, const std::vector<partiql::BoundStatement>& statements) {
  std::vector<engine::TransactRead> reads;
  std::vector<CancellationReason> reasons(statements.size());
  bool is_cancelled = false;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const auto& select = std::get<partiql::BoundSelect>(statements[i]);
    auto table = table_with_item(context, i, statements[i]);
    const auto keyed = engine::split_key(select.where, table->key());
    engine::check_order(select.where, select.order, table->key());
    if (auto fault = engine::check_key(keyed->key, table->key())) {
      if (!fault->is_cancellation_reason) throw validation_error(std::move(fault->message));
      reasons[i].code = "ValidationError";
      reasons[i].message = std::move(fault->message);
      is_cancelled = true;
      reads.push_back({std::move(table), {}});
      continue;
    }
    KeyBytes key = table_key(keyed->key, table->key());
    append_read(reads, {std::move(table), std::move(key)});
  }
  if (is_cancelled) throw engine::transaction_canceled(std::move(reasons));
  return reads;
}

void execute_reads(const std::vector<partiql::BoundStatement>& statements, const Request& request,
                   CallContext& context, wire::JsonWriter& out) {
  const auto reads = plan_reads(context, statements);
  const std::vector<ItemRef> items = engine::transact_read(reads);
  check_transaction_size(items);
  TableMeters meters;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    meters.of(table_of(statements[i]), reads[i].table->schema())
        .read_item(items[i] ? items[i]->size_bytes() : 0, engine::ReadMode::kTransactional);
  }
  meters.record(context);

  out.begin_object();
  out.key("Responses").begin_array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    out.begin_object();
    const auto shown =
        selected_attributes(std::get<partiql::BoundSelect>(statements[i]), items[i]);
    if (shown && !shown->empty()) {
      out.key("Item");
      wire::write_attributes(out, *shown);
    }
    out.end_object();
  }
  out.end_array();
  write_capacities(out, meters.all(), capacity_mode(request.return_consumed_capacity),
                   CapacityAxis::kRead);
  out.end_object();
}

std::vector<engine::TransactAction> plan_writes(
    const CallContext& context, const std::vector<partiql::BoundStatement>& statements,
    const Request& request) {
  std::vector<engine::TransactAction> actions;
  actions.reserve(statements.size());
  for (std::size_t i = 0; i < statements.size(); ++i) {
    auto table = table_with_item(context, i, statements[i]);
    const auto& each = (*request.transact_statements)[i];
    append_action(actions, engine::plan_statement(table, statements[i]), table,
                  is(each.return_values_on_condition_check_failure, "ALL_OLD"));
  }
  return actions;
}

// An INSERT fails with a reason of its own.
std::vector<CancellationReason> reasons_of(const std::vector<partiql::BoundStatement>& statements,
                                           const std::vector<engine::TransactAction>& actions,
                                           const engine::TransactOutcome& outcome) {
  auto reasons = engine::cancellation_reasons(actions, outcome);
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    const bool is_duplicate =
        std::holds_alternative<engine::ConditionFailed>(outcome.results[i].outcome) &&
        failed_condition_of(statements[i]) == FailedCondition::kDuplicateItem;
    if (!is_duplicate) continue;
    reasons[i].code = "DuplicateItem";
    reasons[i].message = messages::kDuplicateItem;
  }
  return reasons;
}

// A digest of the statements and their parameters as they were sent.
std::string fingerprint(const Request& request) {
  std::string text;
  wire::JsonWriter out(text);
  out.begin_array();
  for (const wire::ParameterizedStatement& each : *request.transact_statements) {
    out.string(*each.statement);
    out.string(each.return_values_on_condition_check_failure.value_or(""));
    out.begin_array();
    if (each.parameters) {
      for (const AttributeValue& value : each.parameters->peek()) wire::write_value(out, value);
    }
    out.end_array();
  }
  out.end_array();
  return sha256(text);
}

void answer_writes(const TableMeters& meters, CapacityAxis axis, const Request& request,
                   wire::JsonWriter& out) {
  out.begin_object();
  out.key("Responses").begin_array();
  out.end_array();
  write_capacities(out, meters.all(), capacity_mode(request.return_consumed_capacity), axis);
  out.end_object();
}

void execute_writes(const std::vector<partiql::BoundStatement>& statements,
                    const std::string& digest, const Request& request, CallContext& context,
                    wire::JsonWriter& out) {
  const ActionTables tables = tables_of(statements);
  TokenClaim claim(context, request.client_request_token, digest);
  if (claim.replay()) {
    answer_writes(meter_replay(context, tables, claim.replay()->image_bytes), CapacityAxis::kRead,
                  request, out);
    return;
  }
  const auto actions = plan_writes(context, statements, request);
  const engine::TransactOutcome outcome = engine::transact_write(context.engine, actions);
  const TableMeters meters = meter_transaction(context, tables, actions, outcome);
  check_outcome(outcome);
  if (!outcome.is_committed) {
    throw engine::transaction_canceled(reasons_of(statements, actions, outcome));
  }
  claim.complete(larger_images(actions, outcome));
  answer_writes(meters, CapacityAxis::kWrite, request, out);
}

}  // namespace

void ExecuteTransaction::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const std::string digest =
      request.client_request_token ? fingerprint(request) : std::string();
  const std::vector<partiql::Statement> statements = parse_statements(request);
  const bool is_read_only = reads_only(statements);
  const auto bound = bind_statements(request, statements);
  if (is_read_only) {
    execute_reads(bound, request, context, out);
  } else {
    execute_writes(bound, digest, request, context, out);
  }
}

}  // namespace stator::server

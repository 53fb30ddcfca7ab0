#include "server/operations/batch_execute_statement.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "engine/key_check.h"
#include "engine/read.h"
#include "engine/statement/access.h"
#include "engine/statement/write.h"
#include "expressions/partiql/parse.h"
#include "model/error.h"
#include "model/messages.h"
#include "server/operations/capacity_json.h"
#include "server/operations/item_read.h"
#include "server/operations/parameters.h"
#include "server/operations/statement.h"
#include "server/operations/table_meters.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

namespace partiql = expressions::partiql;

// Why a statement of the batch failed.
struct StatementError {
  std::string_view code;
  std::string message;
  ItemRef item = {};  // that failed its condition, if asked for
};

// One statement on its way: read, planned, run. Once it has an error nothing more happens to it.
struct Member {
  wire::BatchStatementRequest* request = nullptr;
  std::optional<partiql::Statement> statement = {};
  std::optional<partiql::BoundStatement> bound = {};
  std::shared_ptr<storage::Table> table = {};
  KeyBytes key = {};
  std::optional<engine::PlannedWrite> write = {};  // absent: a read
  std::optional<StatementError> error = {};
  bool has_run = false;  // its answer names the table, whether it succeeded or not
  std::optional<AttributeMap> item = {};

  const std::string& table_name() const { return table_of(*bound); }
};

// Runs a step for each member that has no error yet; what the step throws is the member's error.
template <class Step>
void for_each_sound(std::vector<Member>& members, Step step) {
  for (Member& member : members) {
    if (member.error) continue;
    try {
      step(member);
    } catch (const Error& error) {
      const bool is_missing = error.code() == ErrorCode::kResourceNotFound;
      member.error = {is_missing ? "ResourceNotFound" : "ValidationError", error.message()};
    }
  }
}

void parse(Member& member) {
  member.statement = partiql::parse_statement(*member.request->statement);
}

// Statements that cannot be read are neither.
void check_one_kind(const std::vector<Member>& members) {
  bool reads = false;
  bool writes = false;
  for (const Member& member : members) {
    if (!member.statement) continue;
    (is_read(*member.statement) ? reads : writes) = true;
  }
  if (reads && writes) {
    throw validation_error(
        "Read and write requests together in the same batch is not supported.");
  }
}

void plan_read(Member& member, const partiql::BoundSelect& select) {
  const auto keyed = engine::split_key(select.where, member.table->key());
  if (!keyed || select.from.index) {
    throw validation_error(
        "Select statements within BatchExecuteStatement must specify the primary key in the where "
        "clause.");
  }
  engine::check_order(select.where, select.order, member.table->key());
  if (auto fault = engine::check_key(keyed->key, member.table->key())) {
    throw validation_error(std::move(fault->message));
  }
  member.key = table_key(keyed->key, member.table->key());
}

void plan(Member& member, const CallContext& context) {
  member.bound = bind_statement(*member.statement, member.request->parameters);
  if (std::holds_alternative<partiql::BoundExists>(*member.bound)) {
    throw validation_error("EXISTS is only supported in ExecuteTransaction");
  }
  member.table = require_table(context, member.table_name());
  if (const auto* select = std::get_if<partiql::BoundSelect>(&*member.bound)) {
    return plan_read(member, *select);
  }
  member.write = engine::or_throw(engine::plan_statement(member.table, *member.bound));
  member.key = member.write->key;
}

void check_distinct(const std::vector<Member>& members) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member& member = members[i];
    if (member.error) continue;
    const bool is_duplicate = std::any_of(
        members.begin(), members.begin() + static_cast<std::ptrdiff_t>(i), [&](const auto& other) {
          return !other.error && other.table == member.table && other.key == member.key;
        });
    if (is_duplicate) throw validation_error("Provided list of item keys contains duplicates");
  }
}

// The bill of the batch (R46, R47). A table whose statements all failed has no entry.
class BatchMeters {
 public:
  engine::TableMeter& of(const Member& member, const std::shared_ptr<const TableSchema>& schema) {
    return meters_.of(member.table_name(), schema);
  }
  void succeed(const Member& member) { successful_.push_back(member.table_name()); }

  void record(CallContext& context) const { meters_.record(context); }

  std::vector<engine::TableMeter> answered() const {
    std::vector<engine::TableMeter> answered;
    for (const engine::TableMeter& meter : meters_.all()) {
      const auto& name = meter.requested_name();
      if (std::find(successful_.begin(), successful_.end(), name) != successful_.end()) {
        answered.push_back(meter);
      }
    }
    return answered;
  }

 private:
  TableMeters meters_;
  std::vector<std::string> successful_;
};

std::size_t bytes_of(const ItemRef& item) { return item ? item->size_bytes() : 0; }

void run_read(Member& member, BatchMeters& meters) {
  const engine::FoundItem found = engine::read_item(*member.table, member.key);
  meters.of(member, found.schema)
      .read_item(found.size_bytes(), read_mode(member.request->consistent_read));
  meters.succeed(member);
  member.has_run = true;
  member.item = selected_attributes(std::get<partiql::BoundSelect>(*member.bound), found.item);
}

StatementError condition_error(const Member& member, const ItemRef& item) {
  if (failed_condition_of(*member.bound) == FailedCondition::kDuplicateItem) {
    return {"DuplicateItem", std::string(messages::kDuplicateItem)};
  }
  const bool shows_item = is(member.request->return_values_on_condition_check_failure, "ALL_OLD");
  return {"ConditionalCheckFailed", std::string(messages::kConditionalRequestFailed),
          shows_item ? item : ItemRef()};
}

void run_write(Member& member, CallContext& context, BatchMeters& meters) {
  const engine::WriteResult result = engine::execute_write(context.engine, *member.write);
  if (const auto* invalid = std::get_if<engine::InvalidWrite>(&result.outcome)) {
    member.error = {invalid->reason_code(), invalid->message};
    return;
  }
  member.has_run = true;
  engine::TableMeter& meter = meters.of(member, result.schema);
  if (const auto* failed = std::get_if<engine::ConditionFailed>(&result.outcome)) {
    meter.fail_statement(bytes_of(failed->item), engine::attempted_bytes(*member.write));
    member.error = condition_error(member, failed->item);
    return;
  }
  const auto& change = std::get<storage::ItemChange>(result.outcome);
  meter.write_item(bytes_of(change.before), bytes_of(change.after), engine::WriteMode::kStandard,
                   result.effects);
  meters.succeed(member);
  member.item = returned_attributes(*member.bound, change.before, change.after);
}

void write_response(wire::JsonWriter& out, const Member& member) {
  out.begin_object();
  if (member.error) {
    out.key("Error").begin_object();
    out.member("Code", member.error->code);
    out.member("Message", member.error->message);
    if (member.error->item) {
      out.key("Item");
      wire::write_item(out, *member.error->item);
    }
    out.end_object();
  }
  if (member.has_run) out.member("TableName", member.table_name());
  if (member.item) {
    out.key("Item");
    wire::write_attributes(out, *member.item);
  }
  out.end_object();
}

}  // namespace

void BatchExecuteStatement::execute(Request& request, CallContext& context,
                                    wire::JsonWriter& out) {
  std::vector<Member> members;
  members.reserve(request.statements->size());
  for (wire::BatchStatementRequest& statement : *request.statements) {
    members.push_back({.request = &statement});
  }
  for_each_sound(members, parse);
  check_one_kind(members);
  for_each_sound(members, [&](Member& member) { plan(member, context); });
  check_distinct(members);
  BatchMeters meters;
  for_each_sound(members, [&](Member& member) {
    member.write ? run_write(member, context, meters) : run_read(member, meters);
  });
  meters.record(context);

  out.begin_object();
  out.key("Responses").begin_array();
  for (const Member& member : members) write_response(out, member);
  out.end_array();
  const auto answered = meters.answered();
  if (!answered.empty()) {
    write_capacities(out, answered, capacity_mode(request.return_consumed_capacity),
                     CapacityAxis::kUnnamed);
  }
  out.end_object();
}

}  // namespace stator::server

#include "server/operations/execute_statement.h"

#include <utility>
#include <variant>

#include "engine/statement/read.h"
#include "engine/statement/write.h"
#include "expressions/partiql/parse.h"
#include "model/error.h"
#include "server/operations/capacity_json.h"
#include "server/operations/item_read.h"
#include "server/operations/metering.h"
#include "server/operations/next_token.h"
#include "server/operations/page_read.h"
#include "server/operations/parameters.h"
#include "server/operations/statement.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

namespace partiql = expressions::partiql;

// A SELECT with what the request adds to it.
struct SelectRequest {
  const partiql::BoundSelect& select;
  PageRequest page;
  std::string fingerprint;  // of the statement
  std::optional<engine::SelectPosition> start;
};

PageRequest to_page(const partiql::BoundSelect& select, const ExecuteStatement::Request& request,
                    const CallContext& context) {
  PageRequest page;
  page.table = require_table(context, select.from.table);
  page.table_name = select.from.table;
  page.index_name = select.from.index;
  page.filter = select.where;
  page.select = page.index_name ? Select::kAllProjectedAttributes : Select::kAllAttributes;
  if (select.list) {
    page.projection = select.list->paths();
    page.select = Select::kSpecificAttributes;
  }
  page.is_consistent = request.consistent_read.value_or(false);
  if (request.limit) page.limit = static_cast<std::size_t>(*request.limit);
  page.capacity = capacity_mode(request.return_consumed_capacity);
  return page;
}

// As require_index, in the words that statements have (measured).
std::optional<std::size_t> find_index(const PageRequest& page, const TableSchema& schema) {
  if (!page.index_name) return std::nullopt;
  const IndexSchema* index = schema.find_index(*page.index_name);
  if (index == nullptr || index->kind == IndexKind::kVector) {
    throw validation_error("The table does not have the specified index");
  }
  if (page.is_consistent && index->kind == IndexKind::kGlobal) {
    throw validation_error(
        "Strongly consistent read is not supported on Global Secondary Indexes");
  }
  return static_cast<std::size_t>(index - schema.indexes.data());
}

engine::SelectPlan plan_select(const SelectRequest& request,
                               std::shared_ptr<const TableSchema> schema) {
  const auto index = find_index(request.page, *schema);
  const KeySchema& key = index ? schema->indexes[*index].key : schema->key;
  engine::SelectPlan plan;
  plan.access = engine::resolve_access(request.select.where, request.select.order, key);
  plan.start = request.start;
  plan.mode = read_mode(request.page.is_consistent);
  if (!index) plan.scan_units_min = scanned_units_min(*request.page.table, 1);
  plan.read = plan_page(request.page, std::move(schema), index, KeyRange());
  return plan;
}

void answer_select(const SelectRequest& request, const engine::SelectPage& page,
                   const engine::TableMeter& meter, wire::JsonWriter& out) {
  out.begin_object();
  out.key("Items").begin_array();
  for (const ItemRef& item : page.items) {
    if (const auto shown = selected_attributes(request.select, item)) {
      wire::write_attributes(out, *shown);
    }
  }
  out.end_array();
  if (page.next) {
    out.member("NextToken", encode_next_token(request.fingerprint, *page.next));
    out.key("LastEvaluatedKey");
    wire::write_attributes(out, page.last_key);
  }
  write_capacity(out, meter, request.page.capacity);
  out.end_object();
}

void execute_select(const SelectRequest& request, CallContext& context, wire::JsonWriter& out) {
  for (;;) {
    const engine::SelectPlan plan = plan_select(request, request.page.table->schema());
    engine::TableMeter meter(request.page.table_name, plan.read.schema);
    if (const auto page = engine::read_select(plan, meter)) {
      record_meter(context, meter);
      answer_select(request, *page, meter, out);
      return;
    }
  }
}

void execute_write(const partiql::BoundStatement& statement,
                   const ExecuteStatement::Request& request, CallContext& context,
                   wire::JsonWriter& out) {
  const std::string& table_name = table_of(statement);
  const auto plan =
      engine::or_throw(engine::plan_statement(require_table(context, table_name), statement));
  const ItemWritten written =
      write_item(context, table_name, plan, request.return_values_on_condition_check_failure,
                 failed_condition_of(statement));
  out.begin_object();
  out.key("Items").begin_array();
  if (const auto shown = returned_attributes(statement, written.before, written.after)) {
    wire::write_attributes(out, *shown);
  }
  out.end_array();
  write_capacity(out, written.meter, capacity_mode(request.return_consumed_capacity));
  out.end_object();
}

}  // namespace

void ExecuteStatement::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const partiql::Statement statement = partiql::parse_statement(*request.statement);
  std::string fingerprint;
  if (is_read(statement) || request.next_token) {
    fingerprint = statement_fingerprint(statement, request.parameters);
  }
  const partiql::BoundStatement bound = bind_statement(statement, request.parameters);
  std::optional<engine::SelectPosition> start;
  if (request.next_token) start = decode_next_token(*request.next_token, fingerprint);
  if (std::holds_alternative<partiql::BoundExists>(bound)) {
    throw validation_error("EXISTS is only supported in ExecuteTransaction");
  }
  const auto* select = std::get_if<partiql::BoundSelect>(&bound);
  if (select == nullptr) return execute_write(bound, request, context, out);
  execute_select({*select, to_page(*select, request, context), std::move(fingerprint),
                  std::move(start)},
                 context, out);
}

}  // namespace stator::server

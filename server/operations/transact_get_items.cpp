#include "server/operations/transact_get_items.h"

#include "engine/key_check.h"
#include "engine/transact.h"
#include "model/error.h"
#include "server/operations/capacity_json.h"
#include "server/operations/item_read.h"
#include "server/operations/parameters.h"
#include "server/operations/transact_commit.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

struct Get {
  const std::string* table_name;
  AttributeMap key;
  std::optional<expressions::ProjectionPaths> projection;
};

// Without an expression, names may be there for nothing (measured in 2026).
std::optional<expressions::ProjectionPaths> bind_projection_of(wire::Get& get) {
  std::optional<wire::WireValues> no_values;
  auto substitutions =
      take_substitutions(get.expression_attribute_names, no_values, {.has_expression = true});
  auto projection = bind_projection(get.projection_expression, substitutions);
  if (projection) substitutions.check_all_used();
  return projection;
}

std::vector<Get> bind_request(TransactGetItems::Request& request) {
  std::vector<Get> gets;
  for (wire::TransactGetItem& element : *request.transact_items) {
    wire::Get& get = *element.get;
    AttributeMap key = get.key->take();
    gets.push_back({&*get.table_name, std::move(key), bind_projection_of(get)});
  }
  return gets;
}

// Resolves tables and keys. Keys that do not fit their tables cancel the transaction, each with a
// reason of its own.
std::vector<engine::TransactRead> plan_reads(const CallContext& context,
                                             const std::vector<Get>& gets) {
  std::vector<engine::TransactRead> reads;
  std::vector<CancellationReason> reasons(gets.size());
  bool is_cancelled = false;
  for (const Get& get : gets) {
    auto table = require_table(context, *get.table_name);
    if (auto fault = engine::check_key(get.key, table->key())) {
      if (!fault->is_cancellation_reason) throw validation_error(std::move(fault->message));
      CancellationReason& reason = reasons[reads.size()];
      reason.code = "ValidationError";
      reason.message = std::move(fault->message);
      is_cancelled = true;
      reads.push_back({std::move(table), {}});
      continue;
    }
    KeyBytes key = table_key(get.key, table->key());
    append_read(reads, {std::move(table), std::move(key)});
  }
  if (is_cancelled) throw engine::transaction_canceled(std::move(reasons));
  return reads;
}

// An item of which the projection leaves nothing is left out (measured), unlike GetItem's.
void write_response(wire::JsonWriter& out, const ItemRef& item, const Get& get) {
  out.begin_object();
  if (item) {
    const AttributeMap* shown = &item->attributes();
    AttributeMap projected;
    if (get.projection) {
      projected = get.projection->project(*shown);
      shown = &projected;
    }
    if (!shown->empty()) {
      out.key("Item");
      wire::write_attributes(out, *shown);
    }
  }
  out.end_object();
}

}  // namespace

void TransactGetItems::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const std::vector<Get> gets = bind_request(request);
  const auto reads = plan_reads(context, gets);
  const std::vector<ItemRef> items = engine::transact_read(reads);
  check_transaction_size(items);
  TableMeters meters;
  for (std::size_t i = 0; i < gets.size(); ++i) {
    meters.of(*gets[i].table_name, reads[i].table->schema())
        .read_item(items[i] ? items[i]->size_bytes() : 0, engine::ReadMode::kTransactional);
  }
  meters.record(context);

  out.begin_object();
  out.key("Responses");
  out.begin_array();
  for (std::size_t i = 0; i < gets.size(); ++i) write_response(out, items[i], gets[i]);
  out.end_array();
  write_capacities(out, meters.all(), capacity_mode(request.return_consumed_capacity),
                   CapacityAxis::kRead);
  out.end_object();
}

}  // namespace stator::server

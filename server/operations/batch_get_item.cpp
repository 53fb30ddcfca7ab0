#include "server/operations/batch_get_item.h"

#include <algorithm>

#include "engine/key_check.h"
#include "engine/read.h"
#include "model/error.h"
#include "model/limits.h"
#include "server/operations/capacity_json.h"
#include "server/operations/item_read.h"
#include "server/operations/parameters.h"
#include "server/operations/table_meters.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

// The part of the request that reads one table.
struct TableReads {
  const std::string* table_name;
  const wire::KeysAndAttributes* request;
  std::vector<AttributeMap> keys = {};
  std::optional<expressions::ProjectionPaths> projection = {};
  std::shared_ptr<storage::Table> table = {};
  std::size_t processed = 0;  // keys answered; the rest is left for another call
  std::vector<ItemRef> items = {};
};

void check_distinct(const std::vector<AttributeMap>& keys) {
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(keys.begin(), end, keys[i]) != end) {
      throw validation_error("Provided list of item keys contains duplicates");
    }
  }
}

// The two kinds of parameters exclude each other in the whole request (measured in 2026).
void check_tables_not_mixed(const BatchGetItem::Request& request) {
  bool has_attributes = false;
  bool has_projection = false;
  for (const auto& [table_name, table_request] : *request.request_items) {
    has_attributes = has_attributes || table_request.attributes_to_get;
    has_projection = has_projection || table_request.projection_expression;
  }
  check_not_mixed({{"AttributesToGet", has_attributes}},
                  {{"ProjectionExpression", has_projection}});
}

TableReads bind_table(const std::string& table_name, wire::KeysAndAttributes& request) {
  TableReads reads{.table_name = &table_name, .request = &request};
  auto names = request.expression_attribute_names;  // UnprocessedKeys may need the original
  reads.projection =
      bind_item_projection(bind_attributes_to_get(request.attributes_to_get),
                           request.projection_expression, names);
  for (wire::WireItem& key : *request.keys) reads.keys.push_back(key.take());
  check_distinct(reads.keys);
  return reads;
}

std::vector<TableReads> bind_request(BatchGetItem::Request& request) {
  check_tables_not_mixed(request);
  std::vector<TableReads> all;
  std::size_t keys = 0;
  for (auto& [table_name, table_request] : *request.request_items) {
    all.push_back(bind_table(table_name, table_request));
    keys += all.back().keys.size();
    if (keys > limits::kBatchGetKeysMax) {
      throw validation_error("Too many items requested for the BatchGetItem call");
    }
  }
  return all;
}

void check_keys(const CallContext& context, std::vector<TableReads>& all) {
  for (TableReads& reads : all) reads.table = require_table(context, *reads.table_name);
  for (const TableReads& reads : all) {
    for (const AttributeMap& key : reads.keys) {
      if (auto fault = engine::check_key(key, reads.table->key())) {
        throw validation_error(std::move(fault->message));
      }
    }
  }
}

// Reads until the answer would pass 16 MB.
void read_all(std::vector<TableReads>& all, TableMeters& meters) {
  std::size_t answered_bytes = 0;
  for (TableReads& reads : all) {
    const engine::ReadMode mode = read_mode(reads.request->consistent_read);
    for (const AttributeMap& key : reads.keys) {
      const auto found = engine::read_item(*reads.table, table_key(key, reads.table->key()));
      if (answered_bytes + found.size_bytes() > limits::kBatchGetResponseBytesMax) return;
      answered_bytes += found.size_bytes();
      meters.of(*reads.table_name, found.schema).read_item(found.size_bytes(), mode);
      if (found.item) reads.items.push_back(found.item);
      ++reads.processed;
    }
  }
}

void write_unprocessed(wire::JsonWriter& out, const TableReads& reads) {
  const wire::KeysAndAttributes& request = *reads.request;
  out.escaped_key(*reads.table_name);
  out.begin_object();
  out.key("Keys");
  out.begin_array();
  for (std::size_t i = reads.processed; i < reads.keys.size(); ++i) {
    wire::write_attributes(out, reads.keys[i]);
  }
  out.end_array();
  if (request.consistent_read) {
    out.key("ConsistentRead");
    out.boolean(*request.consistent_read);
  }
  if (request.projection_expression) {
    out.key("ProjectionExpression");
    out.string(*request.projection_expression);
  }
  if (request.expression_attribute_names) {
    out.key("ExpressionAttributeNames");
    out.begin_object();
    for (const auto& [placeholder, name] : *request.expression_attribute_names) {
      out.escaped_key(placeholder);
      out.string(name);
    }
    out.end_object();
  }
  if (request.attributes_to_get) {
    out.key("AttributesToGet");
    out.begin_array();
    for (const std::string& name : *request.attributes_to_get) out.string(name);
    out.end_array();
  }
  out.end_object();
}

}  // namespace

void BatchGetItem::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  std::vector<TableReads> all = bind_request(request);
  check_keys(context, all);
  TableMeters meters;
  read_all(all, meters);
  meters.record(context);

  out.begin_object();
  out.key("Responses");
  out.begin_object();
  for (const TableReads& reads : all) {
    out.escaped_key(*reads.table_name);
    out.begin_array();
    for (const ItemRef& item : reads.items) {
      write_projected(out, item->attributes(), reads.projection);
    }
    out.end_array();
  }
  out.end_object();
  out.key("UnprocessedKeys");
  out.begin_object();
  for (const TableReads& reads : all) {
    if (reads.processed < reads.keys.size()) write_unprocessed(out, reads);
  }
  out.end_object();
  write_capacities(out, meters.all(), capacity_mode(request.return_consumed_capacity),
                   CapacityAxis::kUnnamed);
  out.end_object();
}

}  // namespace stator::server

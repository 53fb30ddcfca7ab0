#include "server/operations/get_item.h"

#include "engine/key_check.h"
#include "engine/read.h"
#include "model/error.h"
#include "server/operations/capacity_json.h"
#include "server/operations/item_read.h"
#include "server/operations/metering.h"
#include "server/operations/parameters.h"

namespace stator::server {

void GetItem::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  check_not_mixed({{"AttributesToGet", request.attributes_to_get.has_value()}},
                  {{"ProjectionExpression", request.projection_expression.has_value()}});
  auto attributes_to_get = bind_attributes_to_get(request.attributes_to_get);
  const AttributeMap key = request.key->take();
  const auto projection =
      bind_item_projection(std::move(attributes_to_get), request.projection_expression,
                           request.expression_attribute_names);

  auto table = require_table(context, *request.table_name);
  if (auto fault = engine::check_key(key, table->key())) {
    throw validation_error(std::move(fault->message));
  }
  const engine::FoundItem found = engine::read_item(*table, table_key(key, table->key()));
  engine::TableMeter meter(*request.table_name, found.schema);
  meter.read_item(found.size_bytes(), read_mode(request.consistent_read));
  record_meter(context, meter);

  out.begin_object();
  if (found.item) {
    out.key("Item");
    write_projected(out, found.item->attributes(), projection);
  }
  write_capacity(out, meter, capacity_mode(request.return_consumed_capacity));
  out.end_object();
}

}  // namespace stator::server

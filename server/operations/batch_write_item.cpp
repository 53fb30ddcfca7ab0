#include "server/operations/batch_write_item.h"

#include <algorithm>

#include "engine/plan_write.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"
#include "server/operations/capacity_json.h"
#include "server/operations/collection_metrics.h"
#include "server/operations/parameters.h"
#include "server/operations/table_meters.h"

namespace stator::server {

namespace {

// One put or delete of the request.
struct Element {
  const std::string* table_name;
  std::variant<ItemRef, AttributeMap> put_or_key;
};

struct PlannedElement {
  const Element* element;
  engine::PlannedWrite write;
};

const AttributeMap& attributes_of(const Element& element) {
  if (const auto* item = std::get_if<ItemRef>(&element.put_or_key)) return (*item)->attributes();
  return std::get<AttributeMap>(element.put_or_key);
}

Element take_element(const std::string& table_name, wire::WriteRequest& request) {
  if (request.put_request.has_value() == request.delete_request.has_value()) {
    // The service's own words, though no attribute value is meant.
    throw validation_error(std::string(messages::kManyTypedAttributeValue));
  }
  if (request.delete_request) return {&table_name, request.delete_request->key->take()};
  ItemRef item = make_item(request.put_request->item->take());
  if (item->size_bytes() > limits::kItemBytesMax) {
    throw validation_error(std::string(messages::kItemTooLarge));
  }
  return {&table_name, std::move(item)};
}

std::vector<Element> take_elements(BatchWriteItem::Request& request) {
  std::vector<Element> elements;
  for (auto& [table_name, writes] : *request.request_items) {
    for (wire::WriteRequest& write : writes) elements.push_back(take_element(table_name, write));
  }
  if (elements.size() > limits::kBatchWriteItemsMax) {
    throw validation_error("Too many items requested for the BatchWriteItem call");
  }
  return elements;
}

engine::PlannedWrite plan_element(const Element& element, std::shared_ptr<storage::Table> table) {
  engine::WriteIntent intent{std::move(table), std::nullopt};
  if (const auto* item = std::get_if<ItemRef>(&element.put_or_key)) {
    return engine::or_throw(
        engine::plan_put(std::move(intent), *item, engine::MissingKeyText::kGeneric));
  }
  return engine::or_throw(
      engine::plan_delete(std::move(intent), std::get<AttributeMap>(element.put_or_key)));
}

// Nothing is written unless every element could be: index keys are looked at here as well, since
// the writes themselves come one by one.
void check_index_keys_of(const PlannedElement& planned) {
  const auto* put = std::get_if<engine::PutAction>(&planned.write.action);
  if (put == nullptr) return;
  auto fault = engine::check_index_keys(put->item->attributes(), nullptr,
                                        *planned.write.table->schema(), engine::ItemSource::kPut);
  if (fault) throw validation_error(std::move(fault->message));
}

std::vector<PlannedElement> plan_elements(const CallContext& context,
                                          const std::vector<Element>& elements) {
  std::vector<PlannedElement> planned;
  planned.reserve(elements.size());
  for (const Element& element : elements) {
    auto table = require_table(context, *element.table_name);
    planned.push_back({&element, plan_element(element, std::move(table))});
    const auto& write = planned.back().write;
    const bool is_duplicate =
        std::any_of(planned.begin(), planned.end() - 1, [&](const PlannedElement& other) {
          return other.write.table == write.table && other.write.key == write.key;
        });
    if (is_duplicate) throw validation_error("Provided list of item keys contains duplicates");
  }
  std::for_each(planned.begin(), planned.end(), check_index_keys_of);
  return planned;
}

}  // namespace

void BatchWriteItem::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const std::vector<Element> elements = take_elements(request);
  const std::vector<PlannedElement> planned = plan_elements(context, elements);
  TableMeters meters;
  CollectionMetrics collections;
  for (const PlannedElement& element : planned) {
    const engine::WriteResult result = engine::execute_write(context.engine, element.write);
    const auto* change = std::get_if<storage::ItemChange>(&result.outcome);
    if (change == nullptr) {
      // An index came in between that the item does not fit, or its collection is full; the service
      // reports such an element as a fault of the call as well.
      throw std::get<engine::InvalidWrite>(result.outcome).to_error();
    }
    meters.of(*element.element->table_name, result.schema)
        .write_item(change->before ? change->before->size_bytes() : 0,
                    change->after ? change->after->size_bytes() : 0, engine::WriteMode::kStandard,
                    result.effects);
    if (is(request.return_item_collection_metrics, "SIZE")) {
      collections.add(*element.element->table_name, element.write.table, *result.schema,
                      attributes_of(*element.element));
    }
  }
  meters.record(context);

  out.begin_object();
  out.key("UnprocessedItems");
  out.begin_object();
  out.end_object();
  collections.write(out);
  write_capacities(out, meters.all(), capacity_mode(request.return_consumed_capacity),
                   CapacityAxis::kUnnamed);
  out.end_object();
}

}  // namespace stator::server

// What PutItem, UpdateItem and DeleteItem share: run one planned write, meter it, answer.
#pragma once

#include <optional>
#include <string>

#include "engine/meter.h"
#include "engine/write.h"
#include "model/item.h"
#include "server/operations/capacity_json.h"
#include "server/operations/operation.h"

namespace stator::server {

// A committed write.
struct ItemWritten {
  ItemRef before;  // null: there was no item
  ItemRef after;   // null: there is no item
  engine::TableMeter meter;
};

// What a failed condition means.
enum class FailedCondition { kConditionalCheck, kDuplicateItem };

// Runs the write under the table's lock and records its capacity. Throws
// ConditionalCheckFailedException (or DuplicateItemException) or ValidationException when it is
// refused. `failure_values` is the request's ReturnValuesOnConditionCheckFailure.
ItemWritten write_item(CallContext& context, const std::string& table_name,
                       const engine::PlannedWrite& write,
                       const std::optional<std::string>& failure_values,
                       FailedCondition failed_condition = FailedCondition::kConditionalCheck);

// The answer's members that follow from the request's choices.
struct WriteAnswer {
  const AttributeMap* attributes = nullptr;  // null: no Attributes
  const std::optional<std::string>& return_consumed_capacity;
  const std::optional<std::string>& return_item_collection_metrics;
};

// `key` holds at least the table's key attributes.
void write_answer(wire::JsonWriter& out, const WriteAnswer& answer, const ItemWritten& written,
                  const storage::Table& table, const AttributeMap& key);

// Throws unless ReturnValues is absent, NONE or ALL_OLD: the rule of PutItem and DeleteItem.
void check_return_values(const std::optional<std::string>& return_values);

}  // namespace stator::server

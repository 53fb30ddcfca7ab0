#include "server/operations/item_write.h"

#include "model/error.h"
#include "model/messages.h"
#include "server/operations/metering.h"
#include "server/operations/parameters.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

std::size_t bytes_of(const ItemRef& item) { return item ? item->size_bytes() : 0; }

[[noreturn]] void throw_condition_failed(FailedCondition failed, const ItemRef& item,
                                         bool shows_item) {
  if (failed == FailedCondition::kDuplicateItem) {
    throw Error(ErrorCode::kDuplicateItem, std::string(messages::kDuplicateItem));
  }
  Error error(ErrorCode::kConditionalCheckFailed,
              std::string(messages::kConditionalRequestFailed));
  if (shows_item) error.item = item;
  throw error;
}

}  // namespace

ItemWritten write_item(CallContext& context, const std::string& table_name,
                       const engine::PlannedWrite& write,
                       const std::optional<std::string>& failure_values,
                       FailedCondition failed_condition) {
  engine::WriteResult result = engine::execute_write(context.engine, write);
  engine::TableMeter meter(table_name, std::move(result.schema));
  if (auto* failed = std::get_if<engine::ConditionFailed>(&result.outcome)) {
    meter.fail_write(bytes_of(failed->item), engine::attempted_bytes(write),
                     engine::WriteMode::kStandard);
    record_meter(context, meter);
    throw_condition_failed(failed_condition, failed->item, is(failure_values, "ALL_OLD"));
  }
  if (const auto* invalid = std::get_if<engine::InvalidWrite>(&result.outcome)) {
    throw invalid->to_error();
  }
  auto& change = std::get<storage::ItemChange>(result.outcome);
  meter.write_item(bytes_of(change.before), bytes_of(change.after), engine::WriteMode::kStandard,
                   result.effects);
  record_meter(context, meter);
  return {std::move(change.before), std::move(change.after), std::move(meter)};
}

void write_answer(wire::JsonWriter& out, const WriteAnswer& answer, const ItemWritten& written,
                  const storage::Table& table, const AttributeMap& key) {
  out.begin_object();
  if (answer.attributes != nullptr) {
    out.key("Attributes");
    wire::write_attributes(out, *answer.attributes);
  }
  write_capacity(out, written.meter, capacity_mode(answer.return_consumed_capacity));
  if (is(answer.return_item_collection_metrics, "SIZE") &&
      written.meter.schema().has_local_indexes()) {
    out.key("ItemCollectionMetrics");
    write_collection(out, table, key);
  }
  out.end_object();
}

void check_return_values(const std::optional<std::string>& return_values) {
  if (!return_values || is(return_values, "NONE") || is(return_values, "ALL_OLD")) return;
  throw validation_error("ReturnValues can only be ALL_OLD or NONE", FaultClass::kReturnValues);
}

}  // namespace stator::server

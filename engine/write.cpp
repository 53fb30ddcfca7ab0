#include "engine/write.h"

#include <algorithm>

#include "engine/item_collection.h"
#include "engine/key_access.h"
#include "engine/verify.h"
#include "engine/persistence/commit.h"
#include "model/limits.h"
#include "model/messages.h"

namespace stator::engine {

namespace {

const AttributeMap& attributes_of(const ItemRef& item) {
  static const AttributeMap kNone;
  return item ? item->attributes() : kNone;
}

InvalidWrite invalid_write(KeyFault fault) {
  return {std::move(fault.message), fault.is_cancellation_reason};
}

// R59: max(S, S - K + O) must stay within the limit.
bool is_too_large(const Item& item, const UpdateAction& update) {
  const std::size_t size = item.size_bytes();
  const std::size_t key = size_bytes(update.key);
  const std::size_t with_overhead = size - std::min(size, key) + update.overhead_bytes;
  return std::max(size, with_overhead) > limits::kItemBytesMax;
}

WriteOutcome evaluate_put(const PutAction& put, const PlannedWrite& write, const ItemRef& stored) {
  return storage::ItemChange{write.key, stored, put.item};
}

WriteOutcome evaluate_update(const UpdateAction& update, const PlannedWrite& write,
                             const ItemRef& stored, const TableSchema& schema) {
  if (!stored && update.plan && update.plan->only_removes()) {
    return storage::ItemChange{write.key, nullptr, nullptr};
  }
  const AttributeMap& before = stored ? stored->attributes() : update.key;
  if (!update.plan) {
    return storage::ItemChange{write.key, stored, stored ? stored : make_item(before)};
  }
  auto result = update.plan->apply(before);
  if (auto* fault = std::get_if<expressions::UpdateFault>(&result)) {
    return InvalidWrite{std::move(fault->message)};
  }
  ItemRef after = make_item(std::move(std::get<AttributeMap>(result)));
  if (auto fault = check_index_keys(after->attributes(), stored ? &before : nullptr, schema,
                                    ItemSource::kUpdate)) {
    return invalid_write(std::move(*fault));
  }
  if (is_too_large(*after, update)) {
    return InvalidWrite{std::string(messages::kUpdatedItemTooLarge)};
  }
  return storage::ItemChange{write.key, stored, std::move(after)};
}

}  // namespace

WriteOutcome evaluate(const PlannedWrite& write, const ItemRef& stored, const TableSchema& schema) {
  // The service looks at the index keys of a put before its condition, and at those of an update
  // after it.
  if (const auto* put = std::get_if<PutAction>(&write.action)) {
    if (auto fault =
            check_index_keys(put->item->attributes(), nullptr, schema, ItemSource::kPut)) {
      return invalid_write(std::move(*fault));
    }
  }
  if (write.condition && !write.condition->matches(attributes_of(stored))) {
    return ConditionFailed{stored};
  }
  struct Visitor {
    const PlannedWrite& write;
    const ItemRef& stored;
    const TableSchema& schema;
    WriteOutcome operator()(const PutAction& put) const { return evaluate_put(put, write, stored); }
    WriteOutcome operator()(const UpdateAction& update) const {
      return evaluate_update(update, write, stored, schema);
    }
    WriteOutcome operator()(const DeleteAction&) const {
      return storage::ItemChange{write.key, stored, nullptr};
    }
    WriteOutcome operator()(const CheckAction&) const {
      return storage::ItemChange{write.key, stored, stored};
    }
  };
  return std::visit(Visitor{write, stored, schema}, write.action);
}

WriteOutcome evaluate(const Engine& engine, const PlannedWrite& write,
                      const storage::Trees& trees) {
  const ItemRef* const found = trees.items.find(write.key);
  WriteOutcome outcome =
      evaluate(write, found == nullptr ? ItemRef() : *found, *trees.schema);
  const auto* change = std::get_if<storage::ItemChange>(&outcome);
  if (change != nullptr && outgrows_collection(trees, *change, engine.collection_bytes_max)) {
    return InvalidWrite{std::string(messages::kCollectionTooLarge), true,
                        ErrorCode::kItemCollectionSizeLimitExceeded};
  }
  return outcome;
}

std::string_view InvalidWrite::reason_code() const {
  return code == ErrorCode::kValidation ? "ValidationError" : "ItemCollectionSizeLimitExceeded";
}

std::size_t attempted_bytes(const PlannedWrite& write) {
  const auto* put = std::get_if<PutAction>(&write.action);
  return put == nullptr ? 0 : put->item->size_bytes();
}

WriteResult execute_write(Engine& engine, const PlannedWrite& write,
                          storage::ChangeOrigin origin) {
  if (engine.journal) engine.journal->require_working();
  storage::Table& table = *write.table;
  WriteLock lock(table.mutex());
  const storage::Trees& trees = table.trees();
  WriteResult result{evaluate(engine, write, trees), {}, trees.schema};
  if (const auto* change = std::get_if<storage::ItemChange>(&result.outcome)) {
    const storage::ChangeContext context{engine.clock.now(), origin};
    result.effects = table.apply(*change, context);
    if (engine.journal) append_change(*engine.journal, table, *change, context);
    verify_bill(*change, result.effects, *trees.schema);
  }
  if (table.monitor()) {
    note_write(*table.monitor(), write.key, result.outcome, result.effects, *trees.schema);
  }
  return result;
}

}  // namespace stator::engine

#include "engine/plan_write.h"

#include "model/error.h"
#include "model/memory_limit.h"
#include "model/messages.h"

namespace stator::engine {

namespace {

// What an update is taken to add, for the limit of memory: mostly far too much. But it may add as
// much as an item holds, and then memory has to be looked at often.
constexpr std::size_t kUpdateBytes = 4096;

WritePlan plan_keyed(WriteIntent intent, const AttributeMap& key, WriteAction action) {
  if (auto fault = check_key(key, intent.table->key())) return std::move(*fault);
  KeyBytes bytes = table_key(key, intent.table->key());
  return PlannedWrite{std::move(intent.table), std::move(bytes), std::move(action),
                      std::move(intent.condition)};
}

// Key attributes cannot be updated, nor can parts of them or of index keys, which are scalars.
std::optional<KeyFault> check_update_paths(const storage::Table& table,
                                           const expressions::UpdatePlan& update) {
  for (const expressions::DocumentPath& path : update.paths()) {
    if (table.key().contains(path.top())) {
      return KeyFault{path.is_nested() ? messages::nested_key_path(path.top())
                                       : messages::update_of_key(path.top())};
    }
    if (!path.is_nested()) continue;
    for (const IndexSchema& index : table.schema()->indexes) {
      if (!index.key.contains(path.top())) continue;
      return KeyFault{messages::nested_index_key_path(path.top())};
    }
  }
  return std::nullopt;
}

}  // namespace

WritePlan plan_put(WriteIntent intent, ItemRef item, MissingKeyText text) {
  if (auto fault = check_item_key(item->attributes(), intent.table->key(), text)) {
    return std::move(*fault);
  }
  require_memory(item->size_bytes());
  KeyBytes key = table_key(item->attributes(), intent.table->key());
  return PlannedWrite{std::move(intent.table), std::move(key), PutAction{std::move(item)},
                      std::move(intent.condition)};
}

WritePlan plan_update(WriteIntent intent, AttributeMap key,
                      std::optional<expressions::UpdatePlan> update, UpdateSizeRule size_rule) {
  if (auto fault = check_key(key, intent.table->key())) return std::move(*fault);
  if (update) {
    if (auto fault = check_update_paths(*intent.table, *update)) return std::move(*fault);
  }
  require_memory(kUpdateBytes);
  const bool adds = update && size_rule == UpdateSizeRule::kWithOverhead;
  const std::size_t overhead_bytes = adds ? update->overhead_bytes() : 0;
  KeyBytes bytes = table_key(key, intent.table->key());
  return PlannedWrite{std::move(intent.table), std::move(bytes),
                      UpdateAction{std::move(update), std::move(key), overhead_bytes},
                      std::move(intent.condition)};
}

WritePlan plan_delete(WriteIntent intent, const AttributeMap& key) {
  return plan_keyed(std::move(intent), key, DeleteAction{});
}

WritePlan plan_check(WriteIntent intent, const AttributeMap& key) {
  return plan_keyed(std::move(intent), key, CheckAction{});
}

PlannedWrite or_throw(WritePlan plan) {
  if (auto* fault = std::get_if<KeyFault>(&plan)) throw validation_error(std::move(fault->message));
  return std::get<PlannedWrite>(std::move(plan));
}

}  // namespace stator::engine

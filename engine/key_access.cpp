#include "engine/key_access.h"

#include <optional>

namespace stator::engine {
namespace {

using storage::KeyEvent;

void note_entry(storage::KeyCounter& counter, const ItemRef& item, const IndexSchema& index,
                const TableSchema& schema) {
  if (!item) return;
  if (const auto key = index_key(item->attributes(), index.key, schema.key)) {
    counter.count(KeyEvent::kAccessed, *key);
  }
}

}  // namespace

void note_item(const storage::KeyMonitor& monitor, const KeyBytes& key) {
  if (monitor.table) monitor.table->count(KeyEvent::kAccessed, key);
}

void note_write(const storage::KeyMonitor& monitor, const KeyBytes& key,
                const WriteOutcome& outcome, const std::vector<storage::IndexEffect>& effects,
                const TableSchema& schema) {
  note_item(monitor, key);
  const auto* change = std::get_if<storage::ItemChange>(&outcome);
  if (change == nullptr) return;
  for (const storage::IndexEffect& effect : effects) {
    const IndexSchema& index = schema.indexes[effect.index];
    storage::KeyCounter* counter = monitor.index(index.name);
    if (counter == nullptr) continue;
    // An entry that moves is one deletion and one put; one that stays is one write.
    if (effect.kind != storage::IndexEditKind::kRemove) {
      note_entry(*counter, change->after, index, schema);
    }
    if (effect.kind == storage::IndexEditKind::kRemove ||
        effect.kind == storage::IndexEditKind::kMove) {
      note_entry(*counter, change->before, index, schema);
    }
  }
}

void note_page(const storage::KeyMonitor& monitor, const ReadPlan& plan, const Page& page) {
  const IndexSchema* index = plan.index ? &plan.schema->indexes[*plan.index] : nullptr;
  const bool is_global = index != nullptr && index->kind == IndexKind::kGlobal;
  storage::KeyCounter* counter = is_global ? monitor.index(index->name) : monitor.table.get();
  if (counter == nullptr) return;
  for (const ItemRef& entry : page.items) {
    if (is_global) {
      note_entry(*counter, entry, *index, *plan.schema);
    } else {
      counter->count(KeyEvent::kAccessed, table_key(entry->attributes(), plan.schema->key));
    }
  }
}

}  // namespace stator::engine

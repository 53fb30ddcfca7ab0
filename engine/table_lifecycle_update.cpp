// UpdateTable: plan without a lock, commit if nothing changed meanwhile, else plan again.
#include "engine/table_lifecycle_update.h"

#include <utility>
#include <vector>

#include "engine/contributor_insights.h"
#include "engine/streams.h"
#include "engine/table_lifecycle_describe.h"
#include "model/mutex.h"

namespace stator::engine {
namespace {

TableState read_state(const storage::Table& table) {
  ReadLock lock(table.mutex());
  return {table.trees().schema, table.settings()};
}

// False when the table changed since `before` was read; nothing is changed then. Fills the counts
// of the answer. Trees of a deleted index are freed in the background.
bool commit(Engine& engine, const Caller& caller, storage::Table& table, const TableState& before,
            PlannedUpdate& plan) {
  StreamSwitch stream(engine, caller, before.settings.stream, *plan.after.schema,
                      plan.after.settings);
  plan.answer.settings.stream = plan.after.settings.stream;
  std::vector<storage::IndexTree> dropped;
  {
    WriteLock lock(table.mutex());
    if (table.settings().revision != before.settings.revision) return false;
    count_items(plan.answer, table.trees());
    if (plan.after.schema != before.schema) dropped = table.change_indexes(plan.after.schema);
    std::swap(table.settings(), plan.after.settings);
    stream.apply(table);
  }
  if (!dropped.empty()) engine.reclaimer.drop(std::move(dropped));
  return true;
}

}  // namespace

TableDescription update_table(Engine& engine, const TableUpdate& update, const Caller& caller) {
  check_update_request(update);
  const auto table = find_table(engine, update.name, caller);
  for (;;) {
    const TableState before = read_state(*table);
    PlannedUpdate plan = plan_update(before, update, caller, engine.clock.now());
    const bool changes_indexes = plan.after.schema != before.schema;
    if (!commit(engine, caller, *table, before, plan)) continue;
    if (changes_indexes) refresh_monitor(*table);
    return std::move(plan.answer);
  }
}

}  // namespace stator::engine

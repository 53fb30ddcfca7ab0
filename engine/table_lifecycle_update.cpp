// UpdateTable: plan without a lock, commit if nothing changed meanwhile, else plan again.
#include "engine/table_lifecycle_update.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/contributor_insights.h"
#include "engine/index_creation.h"
#include "engine/streams.h"
#include "engine/table_change.h"
#include "engine/table_lifecycle_describe.h"
#include "engine/table_lifecycle_replicas.h"
#include "model/mutex.h"

namespace stator::engine {
namespace {

// False when the table changed since `before` was read; nothing is changed then. Fills the counts
// of the answer. Trees of a deleted index are freed in the background.
bool commit(Engine& engine, const Caller& caller, storage::Table& table, const TableState& before,
            PlannedUpdate& plan) {
  StreamSwitch stream(engine, caller, before.settings.stream, *plan.after.schema,
                      plan.after.settings);
  plan.answer.settings.stream = plan.after.settings.stream;
  std::vector<storage::IndexTree> dropped;
  {
    const TableChange lock(engine, table);
    if (table.settings().revision != before.settings.revision) return false;
    count_items(plan.answer, table.trees());
    if (plan.after.schema != before.schema) dropped = table.change_indexes(plan.after.schema);
    std::swap(table.settings(), plan.after.settings);
    stream.apply(table);
  }
  if (!dropped.empty()) engine.reclaimer.drop(std::move(dropped));
  return true;
}

// Ends the changes that led to this revision.
void settle(Engine& engine, storage::Table& table, std::uint64_t revision) {
  const TableChange lock(engine, table);
  TableSettings& settings = table.settings();
  std::erase_if(settings.ongoing,
                [&](const OngoingChange& change) { return change.revision == revision; });
  ++settings.revision;
}

void settle_later(Engine& engine, const std::shared_ptr<storage::Table>& table,
                  std::uint64_t revision) {
  const std::weak_ptr<storage::Table> weak = table;
  engine.background.schedule(engine.clock.now() + engine.durations.update,
                             [&engine, weak, revision] {
                               const auto settled = weak.lock();
                               if (settled) settle(engine, *settled, revision);
                             });
}

// Brings on its way what takes its time.
void follow_up(Engine& engine, const std::shared_ptr<storage::Table>& table,
               const TableUpdate& update, std::uint64_t revision) {
  if (engine.durations.update.count() > 0) settle_later(engine, table, revision);
  const auto follow = [&](const auto& updates) {
    for (const auto& each : updates) {
      if (each.creation) create_index(engine, table, each.creation->name);
      if (each.deletion && engine.durations.index.count() > 0) {
        delete_index(engine, table, each.deletion->name);
      }
    }
  };
  if (update.index_updates) follow(*update.index_updates);
  if (update.vector_updates) follow(*update.vector_updates);
}

}  // namespace

void resume_changes(Engine& engine, const std::shared_ptr<storage::Table>& table) {
  const TableState state = read_state(*table);
  for (const OngoingChange& change : state.settings.ongoing) {
    settle_later(engine, table, change.revision);
  }
  for (const IndexSchema& index : state.schema->indexes) {
    if (index.phase != IndexPhase::kActive) resume_index(engine, table, index);
  }
}

TableState read_state(const storage::Table& table) {
  ReadLock lock(table.mutex());
  return {table.trees().schema, table.settings()};
}

TableDescription change_table(Engine& engine, const std::shared_ptr<storage::Table>& table,
                              const TableUpdate& update, const Caller& caller) {
  for (;;) {
    const TableState before = read_state(*table);
    PlannedUpdate plan =
        plan_update(before, update, {caller, engine.clock.now(), engine.durations});
    const std::uint64_t revision = plan.after.settings.revision;
    const bool changes_indexes = plan.after.schema != before.schema;
    if (!commit(engine, caller, *table, before, plan)) continue;
    if (changes_indexes) refresh_monitor(*table);
    follow_up(engine, table, update, revision);
    return std::move(plan.answer);
  }
}

TableDescription update_table(Engine& engine, const TableUpdate& update, const Caller& caller) {
  check_update_request(update);
  const auto table = find_table(engine, update.name, caller);
  if (update.replica_updates) return update_replicas(engine, table, update, caller);
  const auto replicas = replicas_to_change(engine, update, caller);
  TableDescription answer = change_table(engine, table, update, caller);
  change_replicas(engine, replicas, update, caller);
  answer.global_table = describe_global_table(engine, update.name, caller);
  return answer;
}

}  // namespace stator::engine

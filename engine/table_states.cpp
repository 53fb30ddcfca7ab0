#include "engine/table_states.h"

#include <utility>

#include "model/mutex.h"
#include "model/table_settings.h"

namespace stator::engine {
namespace {

void set_status(storage::Table& table, TableStatus status) {
  {
    const WriteLock lock(table.mutex());
    table.settings().status = status;
    ++table.settings().revision;
  }
  table.set_serves_items(status == TableStatus::kActive);
}

}  // namespace

bool add_table(Engine& engine, storage::Database& database,
               const std::shared_ptr<storage::Table>& table) {
  const bool takes_time = engine.durations.creation.count() > 0;
  if (takes_time) set_status(*table, TableStatus::kCreating);
  if (!database.add(table)) return false;
  if (!takes_time) return true;
  engine.background.schedule(engine.clock.now() + engine.durations.creation,
                             [created = std::weak_ptr(table)] {
                               const auto active = created.lock();
                               if (active) set_status(*active, TableStatus::kActive);
                             });
  return true;
}

bool remove_table(Engine& engine, storage::Database& database,
                  std::shared_ptr<storage::Table> table) {
  if (engine.durations.deletion.count() == 0) {
    if (!database.remove(*table)) return false;
    engine.reclaimer.drop(std::move(table));
    return true;
  }
  set_status(*table, TableStatus::kDeleting);
  const Timestamp gone = engine.clock.now() + engine.durations.deletion;
  engine.background.schedule(gone, [&engine, &database, weak = std::weak_ptr(table)] {
    auto deleted = weak.lock();
    if (deleted && database.remove(*deleted)) engine.reclaimer.drop(std::move(deleted));
  });
  return true;
}

}  // namespace stator::engine

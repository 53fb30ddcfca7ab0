#include "engine/table_states.h"

#include <utility>

#include "engine/persistence/definitions.h"
#include "engine/table_change.h"
#include "model/mutex.h"
#include "model/table_settings.h"

namespace stator::engine {
namespace {

void set_status(Engine& engine, storage::Table& table, TableStatus status) {
  {
    const TableChange lock(engine, table);
    table.settings().status = status;
    ++table.settings().revision;
  }
  table.set_serves_items(status == TableStatus::kActive);
}

void activate_later(Engine& engine, const std::shared_ptr<storage::Table>& table) {
  engine.background.schedule(engine.clock.now() + engine.durations.creation,
                             [&engine, created = std::weak_ptr(table)] {
                               const auto active = created.lock();
                               if (active) set_status(engine, *active, TableStatus::kActive);
                             });
}

bool remove(Engine& engine, storage::Database& database, std::shared_ptr<storage::Table> table) {
  if (!database.remove(*table)) return false;
  journal_table_gone(engine, *table);
  engine.reclaimer.drop(std::move(table));
  return true;
}

void remove_later(Engine& engine, storage::Database& database,
                  const std::shared_ptr<storage::Table>& table) {
  const Timestamp gone = engine.clock.now() + engine.durations.deletion;
  engine.background.schedule(gone, [&engine, &database, weak = std::weak_ptr(table)] {
    if (auto deleted = weak.lock()) remove(engine, database, std::move(deleted));
  });
}

// Who finds the table and writes to it writes to the journal after its definition.
bool list(Engine& engine, storage::Database& database,
          const std::shared_ptr<storage::Table>& table) {
  const WriteLock lock(table->mutex());
  journal_contents(engine, *table, database);
  if (!database.add(table)) return false;
  journal_definition(engine, *table);
  return true;
}

}  // namespace

bool list_table(Engine& engine, storage::Database& database,
                const std::shared_ptr<storage::Table>& table) {
  const TableMaking making(engine);
  return list(engine, database, table);
}

bool add_table(Engine& engine, storage::Database& database,
               const std::shared_ptr<storage::Table>& table) {
  const TableMaking making(engine);
  return add_made_table(engine, database, table);
}

bool add_made_table(Engine& engine, storage::Database& database,
                    const std::shared_ptr<storage::Table>& table) {
  const bool takes_time = engine.durations.creation.count() > 0;
  if (takes_time) set_status(engine, *table, TableStatus::kCreating);
  if (!list(engine, database, table)) return false;
  if (takes_time) activate_later(engine, table);
  return true;
}

bool remove_table(Engine& engine, storage::Database& database,
                  std::shared_ptr<storage::Table> table) {
  if (engine.durations.deletion.count() == 0) return remove(engine, database, std::move(table));
  set_status(engine, *table, TableStatus::kDeleting);
  remove_later(engine, database, table);
  return true;
}

void resume_state(Engine& engine, storage::Database& database,
                  const std::shared_ptr<storage::Table>& table) {
  TableStatus status = TableStatus::kActive;
  {
    const storage::Table& read = *table;
    const ReadLock lock(read.mutex());
    status = read.settings().status;
  }
  table->set_serves_items(status == TableStatus::kActive);
  if (status == TableStatus::kCreating) activate_later(engine, table);
  if (status == TableStatus::kDeleting) remove_later(engine, database, table);
}

}  // namespace stator::engine

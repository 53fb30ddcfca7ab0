#include "engine/persistence/finish.h"

#include <algorithm>
#include <cstddef>

#include "engine/backups.h"
#include "engine/continuous_backups.h"
#include "engine/contributor_insights.h"
#include "engine/kinesis.h"
#include "engine/persistence/replay.h"
#include "engine/streams.h"
#include "engine/table_lifecycle_update.h"
#include "engine/table_states.h"
#include "engine/time_to_live.h"

namespace stator::engine {
namespace {

constexpr std::size_t kFillItems = 100'000;

void fill_indexes(storage::Table& table) {
  const WriteLock lock(table.mutex());
  const auto& indexes = table.trees().schema->indexes;
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    if (indexes[i].phase != IndexPhase::kActive) continue;
    while (!table.fill_index(i, kFillItems)) {
    }
  }
}

std::string id_of(const storage::Table& table) {
  const ReadLock lock(table.mutex());
  return table.settings().id;
}

}  // namespace

std::shared_ptr<RecoveryHistory> attach_followers(Engine& engine,
                                                  const std::shared_ptr<storage::Table>& table,
                                                  std::optional<std::chrono::days> recovery) {
  refresh_monitor(*table);
  resume_kinesis(engine, table);
  return recovery ? begin_history(engine, *table, *recovery) : nullptr;
}

void resume_work(Engine& engine, storage::Database& database,
                 const std::shared_ptr<storage::Table>& table) {
  resume_time_to_live(engine, table);
  resume_changes(engine, table);
  resume_state(engine, database, table);
}

void Replay::finish_table(Known& known) {
  const auto& table = known.table;
  fill_indexes(*table);
  if (auto history = attach_followers(engine_, table, known.record.recovery)) {
    engine_.recovery.add(id_of(*table), std::move(history));
  }
  resume_work(engine_, engine_.namespaces.at(known.record.name_space), table);
}

// A stream without a table is one whose table was deleted when the server ended.
void Replay::close_orphans() {
  const Timestamp now = engine_.clock.now();
  for (const StreamRef& stream : engine_.streams.all(now)) {
    const bool has_table = std::any_of(tables_.begin(), tables_.end(), [&](const auto& entry) {
      return entry.second.stream == stream;
    });
    if (!has_table && stream->is_enabled()) stream->log->close(now);
  }
}

void Replay::finish() {
  finish_backup();
  for (auto& [number, known] : tables_) {
    if (known.is_listed) finish_table(known);
  }
  close_orphans();
  for (const auto& [space, backup] : engine_.backups.all()) expire_backup(engine_, space, *backup);
  resume_streams(engine_);
  tables_.clear();
  stream_ = nullptr;
  engine_.is_restoring = false;
}

}  // namespace stator::engine

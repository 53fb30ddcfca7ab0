#include "engine/index_creation.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "engine/contributor_insights.h"
#include "engine/table_change.h"
#include "engine/table_lifecycle_update.h"
#include "model/mutex.h"

namespace stator::engine {
namespace {

// An entry takes one to three microseconds, most of them waiting for memory: a slice, 200 at most.
constexpr std::size_t kSliceItems = 64;

// A table of so many items is done in a few milliseconds, before UpdateTable answers.
constexpr std::size_t kImmediateItemsMax = 2'000;

// One index on its way. Tasks hold the table weakly: a deleted one is not kept alive for them.
struct Creation {
  Engine& engine;
  std::weak_ptr<storage::Table> table;
  std::string index;
  Timestamp ready;  // not ACTIVE before
};

std::optional<std::size_t> position_of(const TableSchema& schema, const std::string& index) {
  const IndexSchema* found = schema.find_index(index);
  if (found == nullptr) return std::nullopt;
  return static_cast<std::size_t>(found - schema.indexes.data());
}

// False, and nothing done, when the index is not in the phase `from`: it was deleted meanwhile.
bool change_phase(Engine& engine, storage::Table& table, const std::string& index, IndexPhase from,
                  IndexPhase to) {
  const TableChange lock(engine, table);
  const auto position = position_of(*table.trees().schema, index);
  if (!position || table.trees().schema->indexes[*position].phase != from) return false;
  auto schema = std::make_shared<TableSchema>(*table.trees().schema);
  schema->indexes[*position].phase = to;
  table.change_indexes(std::move(schema));
  ++table.settings().revision;
  return true;
}

enum class Slice { kMore, kDone, kStopped };

Slice fill_slice(storage::Table& table, const std::string& index) {
  const WriteLock lock(table.mutex());
  const auto position = position_of(*table.trees().schema, index);
  if (!position || table.trees().schema->indexes[*position].phase != IndexPhase::kBackfilling) {
    return Slice::kStopped;
  }
  return table.fill_index(*position, kSliceItems) ? Slice::kDone : Slice::kMore;
}

// Runs `step(table)` in the background unless the table is gone by then. Should the table have been
// deleted meanwhile and this be its last owner, it is freed elsewhere.
template <class Step>
void schedule(const Creation& creation, Timestamp at, Step step) {
  creation.engine.background.schedule(at, [creation, step] {
    auto table = creation.table.lock();
    if (!table) return;
    step(creation, *table);
    if (table.use_count() == 1) creation.engine.reclaimer.drop(std::move(table));
  });
}

void activate(const Creation& creation, storage::Table& table) {
  change_phase(creation.engine, table, creation.index, IndexPhase::kBackfilling,
               IndexPhase::kActive);
}

void fill(const Creation& creation, storage::Table& table) {
  const Slice slice = fill_slice(table, creation.index);
  // Behind what else is due: other work is not held up by a long backfill.
  const Timestamp now = creation.engine.clock.now();
  if (slice == Slice::kMore) schedule(creation, now, fill);
  if (slice == Slice::kDone) schedule(creation, std::max(now, creation.ready), activate);
}

void begin(const Creation& creation, storage::Table& table) {
  if (change_phase(creation.engine, table, creation.index, IndexPhase::kAllocating,
                   IndexPhase::kBackfilling)) {
    fill(creation, table);
  }
}

void remove(const Creation& creation, storage::Table& table) {
  std::vector<storage::IndexTree> dropped;
  {
    const TableChange lock(creation.engine, table);
    const IndexSchema* index = table.trees().schema->find_index(creation.index);
    if (index == nullptr || index->phase != IndexPhase::kDeleting) return;
    TableState after = without_index({table.trees().schema, table.settings()}, creation.index);
    ++after.settings.revision;
    dropped = table.change_indexes(std::move(after.schema));
    std::swap(table.settings(), after.settings);
  }
  creation.engine.reclaimer.drop(std::move(dropped));
  refresh_monitor(table);
}

bool is_small(const storage::Table& table) {
  const ReadLock lock(table.mutex());
  return table.trees().items.size() <= kImmediateItemsMax;
}

}  // namespace

IndexPhase first_index_phase(const StateDurations& durations) {
  return durations.index.count() == 0 ? IndexPhase::kBackfilling : IndexPhase::kAllocating;
}

void create_index(Engine& engine, const std::shared_ptr<storage::Table>& table,
                  std::string index) {
  const Timestamp now = engine.clock.now();
  const auto duration = engine.durations.index;
  const Creation creation{engine, table, std::move(index), now + duration};
  if (duration.count() > 0) {
    schedule(creation, now + duration / 2, begin);
  } else if (is_small(*table)) {
    Slice slice = Slice::kMore;
    while (slice == Slice::kMore) slice = fill_slice(*table, creation.index);
    if (slice == Slice::kDone) activate(creation, *table);
  } else {
    schedule(creation, now, fill);
  }
}

void resume_index(Engine& engine, const std::shared_ptr<storage::Table>& table,
                  const IndexSchema& index) {
  const Timestamp now = engine.clock.now();
  const auto duration = engine.durations.index;
  switch (index.phase) {
    case IndexPhase::kAllocating:
      schedule(Creation{engine, table, index.name, now + duration}, now + duration / 2, begin);
      return;
    case IndexPhase::kBackfilling:
      schedule(Creation{engine, table, index.name, now + duration / 2}, now, fill);
      return;
    case IndexPhase::kDeleting: delete_index(engine, table, index.name); return;
    case IndexPhase::kActive: return;
  }
}

void delete_index(Engine& engine, const std::shared_ptr<storage::Table>& table,
                  std::string index) {
  const Timestamp gone = engine.clock.now() + engine.durations.index;
  schedule(Creation{engine, table, std::move(index), gone}, gone, remove);
}

}  // namespace stator::engine

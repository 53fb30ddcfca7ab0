// Texts are measured (2026), and so is the order of faults: what is set already, then the interval.
#include "engine/time_to_live.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "engine/change_settings.h"
#include "engine/engine.h"
#include "engine/global_tables.h"
#include "engine/replication.h"
#include "engine/table_change.h"
#include "engine/table_lifecycle.h"
#include "engine/table_lifecycle_replicas.h"
#include "engine/write.h"
#include "expressions/condition.h"
#include "model/error.h"
#include "model/messages.h"
#include "storage/change_observer.h"

namespace stator::engine {
namespace {

using storage::ExpiryIndex;

// Items of one table that a sweep deletes, and items that the first look at a table visits, before
// it lets other work of the background go on: a few milliseconds.
constexpr std::size_t kSweepSlice = 500;
constexpr std::size_t kBuildSlice = 5000;

// Five years; which of them have a leap day is nobody's business.
constexpr std::int64_t kOldestSeconds = std::int64_t{5} * 365 * 24 * 3600;

// The times between which an item must expire to be swept.
struct Due {
  Number earliest;
  Number latest;
};

Due due_at(Timestamp now) {
  const auto seconds =
      std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
  return {Number(seconds - kOldestSeconds), Number(seconds)};
}

// "Still expired", for an item that was changed after the index was looked at.
expressions::Condition still_due(const std::string& attribute, const Due& due) {
  expressions::NameMap names;
  names.emplace_back("#expiry", attribute);
  expressions::ValueMap values;
  values.emplace_back(":earliest", AttributeValue(due.earliest));
  values.emplace_back(":latest", AttributeValue(due.latest));
  expressions::Substitutions substitutions(std::move(names), std::move(values));
  // A comparison with a number holds for numbers only.
  const auto parsed = expressions::parse_condition("#expiry BETWEEN :earliest AND :latest",
                                                   expressions::ExpressionKind::kCondition);
  return expressions::Condition::bind(*parsed, expressions::ExpressionKind::kCondition,
                                      substitutions);
}

// Deletes up to kSweepSlice items. True when that was all.
bool sweep_table(Engine& engine, const TimeToLive::Watched& watched) {
  const Due due = due_at(engine.clock.now());
  std::vector<KeyBytes> keys = watched.index->take(due.earliest, due.latest, kSweepSlice);
  if (keys.empty()) return true;
  const bool is_all = keys.size() < kSweepSlice;
  PlannedWrite write{watched.table, {}, DeleteAction{},
                     still_due(watched.index->attribute(), due)};
  for (KeyBytes& key : keys) {
    write.key = std::move(key);
    execute_write(engine, write, storage::ChangeOrigin::kTimeToLive);
  }
  return is_all;
}

// Tables of replicas that leave the sweep to the first of them, by region, and follow its deletes.
std::unordered_set<const storage::Table*> followers_of(Engine& engine) {
  std::unordered_set<const storage::Table*> followers;
  for (const auto& [scope, global] : engine.global_tables->all()) {
    if (!global.group || global.version == GlobalTableVersion::k2017) continue;
    const auto tables = global.group->tables();
    for (const auto& [region, table] : tables) {
      if (region != tables.begin()->first) followers.insert(table.get());
    }
  }
  return followers;
}

void sweep(Engine& engine) {
  const auto tables = engine.time_to_live.watched();
  if (tables.empty()) return;
  const auto followers = followers_of(engine);
  bool is_all = true;
  for (const TimeToLive::Watched& each : tables) {
    if (!followers.contains(each.table.get())) is_all = sweep_table(engine, each) && is_all;
  }
  const Timestamp now = engine.clock.now();
  engine.background.schedule(is_all ? now + engine.time_to_live.sweep_interval : now,
                             [&engine] { sweep(engine); });
}

// What there is to enter of a table; the table is not kept alive for it.
struct Building {
  std::weak_ptr<storage::Table> table;
  std::shared_ptr<ExpiryIndex> index;
  storage::ItemTree items;
};

// Enters the items that were there when TTL was switched on, from `from` on, in slices.
void build(Engine& engine, const Building& building, const KeyBytes& from) {
  if (building.table.expired()) return;
  std::size_t left = kBuildSlice;
  std::optional<KeyBytes> next;
  building.items.ascend(from, [&](std::string_view key, const ItemRef& item) {
    if (left-- == 0) {
      next = KeyBytes(key);
      return false;
    }
    building.index->add(key, *item);
    return true;
  });
  if (!next) return;
  engine.background.schedule_now(
      [&engine, building, next = *next] { build(engine, building, next); });
}

// Why the settings cannot become what is wanted, or nothing.
std::optional<std::string> change_fault(const std::optional<TimeToLiveSettings>& present,
                                        const TimeToLiveSettings& wanted,
                                        std::chrono::milliseconds interval) {
  const bool is_enabled = present && present->enabled;
  if (is_enabled && present->attribute != wanted.attribute) {
    return messages::other_time_to_live_attribute(present->attribute);
  }
  if (is_enabled == wanted.enabled) {
    return std::string(is_enabled ? messages::kTimeToLiveEnabled : messages::kTimeToLiveDisabled);
  }
  if (present && wanted.changed < present->changed + interval) {
    return std::string(messages::kTimeToLiveChangedTooOften);
  }
  return std::nullopt;
}

void start_watching(Engine& engine, const TimeToLive::Watched& watched, storage::ItemTree items) {
  engine.time_to_live.watch(watched);
  engine.background.schedule_now(
      [&engine, building = Building{watched.table, watched.index, std::move(items)}] {
        build(engine, building, {});
      });
  if (engine.time_to_live.claim_sweep()) {
    engine.background.schedule(engine.clock.now() + engine.time_to_live.sweep_interval,
                               [&engine] { sweep(engine); });
  }
}

// Switches it on or off for one table, or says why not. Called with `changing` held.
std::optional<std::string> change(Engine& engine, const std::shared_ptr<storage::Table>& table,
                                  const TimeToLiveSettings& settings) {
  const auto index = std::make_shared<ExpiryIndex>(settings.attribute);
  std::shared_ptr<ExpiryIndex> former;
  if (!settings.enabled) former = engine.time_to_live.forget(*table);
  std::optional<std::string> fault;
  storage::ItemTree items;
  {
    const TableChange lock(engine, *table);
    auto& present = table->settings().time_to_live;
    fault = change_fault(present, settings, engine.time_to_live.change_interval);
    if (!fault) {
      ++table->settings().revision;
      present = settings;
      items = table->trees().items;
      if (settings.enabled) table->attach(index);
      if (former) table->detach(*former);
    }
  }
  if (fault && former) engine.time_to_live.watch({table, former});
  if (fault) return fault;
  if (settings.enabled) start_watching(engine, {table, index}, std::move(items));
  if (former) engine.reclaimer.drop(std::move(former));
  return std::nullopt;
}

// Measured (2026).
void check_describable(TableStatus status) {
  if (status != TableStatus::kCreating && status != TableStatus::kDeleting) return;
  const std::string_view name = status == TableStatus::kCreating ? "CREATING" : "DELETING";
  throw validation_error(
      fmt::format("Cannot describe time to live while table is in {} state: Current table state "
                  "is {}",
                  name, name));
}

// The service words this for Time to Live alone (measured in 2026).
void check_is_created(const storage::Table& table) {
  if (read_settings(table).status != TableStatus::kCreating) return;
  throw in_use(fmt::format("Table {} is being created", table.name()));
}

}  // namespace

void TimeToLive::watch(const Watched& watched) {
  const MutexLock lock(mutex_);
  entries_.push_back({watched.table, watched.index});
}

std::shared_ptr<ExpiryIndex> TimeToLive::forget(const storage::Table& table) {
  const MutexLock lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.table.lock().get() == &table;
  });
  if (found == entries_.end()) return nullptr;
  auto index = std::move(found->index);
  entries_.erase(found);
  return index;
}

std::vector<TimeToLive::Watched> TimeToLive::watched() {
  std::vector<Watched> all;
  const MutexLock lock(mutex_);
  std::erase_if(entries_, [](const Entry& entry) { return entry.table.expired(); });
  for (const Entry& entry : entries_) {
    if (auto table = entry.table.lock()) all.push_back({std::move(table), entry.index});
  }
  is_swept_ = !all.empty();
  return all;
}

bool TimeToLive::claim_sweep() {
  const MutexLock lock(mutex_);
  return !std::exchange(is_swept_, true);
}

void update_time_to_live(Engine& engine, const Caller& caller, std::string_view table_name,
                         const TimeToLiveSettings& wanted) {
  const auto table = find_table(engine, table_name, caller);
  check_is_created(*table);
  TimeToLiveSettings settings = wanted;
  settings.changed = engine.clock.now();
  const MutexLock changing(engine.time_to_live.changing());
  auto fault = change(engine, table, settings);
  if (fault) throw validation_error(*std::move(fault));
  // Replicas of version 2017 keep their own.
  if (!describe_global_table(engine, table_name, caller)) return;
  for (const auto& [region, replica] : replica_tables(engine, table_name, caller)) {
    if (replica != table) change(engine, replica, settings);  // or it is as wanted already
  }
}

void share_time_to_live(Engine& engine, const storage::Table& source,
                        const std::shared_ptr<storage::Table>& replica) {
  const MutexLock changing(engine.time_to_live.changing());
  std::optional<TimeToLiveSettings> settings;
  {
    const ReadLock lock(source.mutex());
    settings = source.settings().time_to_live;
  }
  if (settings && settings->enabled) change(engine, replica, *settings);
}

void resume_time_to_live(Engine& engine, const std::shared_ptr<storage::Table>& table) {
  std::shared_ptr<ExpiryIndex> index;
  storage::ItemTree items;
  {
    const WriteLock lock(table->mutex());
    const auto& settings = table->settings().time_to_live;
    if (!settings || !settings->enabled) return;
    index = std::make_shared<ExpiryIndex>(settings->attribute);
    items = table->trees().items;
    table->attach(index);
  }
  start_watching(engine, {table, index}, std::move(items));
}

TimeToLiveSettings describe_time_to_live(Engine& engine, const Caller& caller,
                                         std::string_view table_name) {
  const std::shared_ptr<const storage::Table> table = find_table(engine, table_name, caller);
  const TableSettings settings = read_settings(*table);
  check_describable(settings.status);
  return settings.time_to_live.value_or(TimeToLiveSettings{});
}

}  // namespace stator::engine

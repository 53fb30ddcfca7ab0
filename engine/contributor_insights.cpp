// Statuses, names of rules and texts are measured or documented ("CloudWatch Contributor Insights
// for DynamoDB: How it works"); that a repeated action answers with the settled status is not.
#include "engine/contributor_insights.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "engine/change_settings.h"
#include "engine/table_lifecycle.h"
#include "model/error.h"

namespace stator::engine {
namespace {

// A name of a rule has 128 characters, of which the table's get what the rest leaves.
constexpr std::size_t kRuleTableCharactersMax = 82;

// Nullptr when there is no global index of that name. Local ones have no insights.
const IndexSchema* find_global_index(const TableSchema& schema, std::string_view name) {
  const auto found = std::find_if(
      schema.indexes.begin(), schema.indexes.end(), [&](const IndexSchema& index) {
        return index.kind == IndexKind::kGlobal && index.name == name;
      });
  return found == schema.indexes.end() ? nullptr : &*found;
}

std::shared_ptr<storage::Table> find_target(Engine& engine, const InsightsTarget& target,
                                            const Caller& caller) {
  auto table = find_table(engine, target.table, caller);
  if (!target.index.empty() && find_global_index(*table->schema(), target.index) == nullptr) {
    throw Error(ErrorCode::kResourceNotFound,
                fmt::format("Requested resource not found: Index: {} not found for table: {}",
                            target.index, target.table));
  }
  return table;
}

// PK: by partition key, SK: by the whole key; C: consumed, T: throttled.
std::vector<std::string> rule_names(const InsightsTarget& target, const InsightsSettings& settings,
                                    bool has_sort_key) {
  std::vector<std::string> names;
  for (const char event : {'C', 'T'}) {
    if (event == 'C' && settings.mode == InsightsMode::kThrottledKeys) continue;
    for (const std::string_view key : {"PK", "SK"}) {
      if (key == "SK" && !has_sort_key) continue;
      names.push_back(fmt::format("DynamoDBContributorInsights-{}{}-{}-{}", key, event,
                                  target.table.substr(0, kRuleTableCharactersMax),
                                  settings.enabled_since.time_since_epoch().count()));
    }
  }
  return names;
}

bool has_sort_key(const storage::Table& table, const std::string& index) {
  if (index.empty()) return !table.key().range.empty();
  const auto schema = table.schema();
  const IndexSchema* found = find_global_index(*schema, index);
  return found != nullptr && !found->key.range.empty();
}

InsightsDescription describe(const storage::Table& table, const InsightsTarget& target,
                             const TableSettings& settings) {
  InsightsDescription description{.target = target, .mode = {}, .last_update = {}, .rules = {}};
  const auto found = settings.insights.find(target.index);
  if (found == settings.insights.end()) return description;
  const InsightsSettings& insights = found->second;
  description.mode = insights.mode;
  description.last_update = insights.last_update;
  if (insights.is_enabled) {
    description.status = InsightsStatus::kEnabled;
    description.rules = rule_names(target, insights, has_sort_key(table, target.index));
  }
  return description;
}

// False when the settings are so already.
bool apply(InsightsSettings& settings, InsightsAction action, std::optional<InsightsMode> mode,
           Timestamp now) {
  const bool enables = action == InsightsAction::kEnable;
  const InsightsMode wanted = mode.value_or(settings.mode);
  if (enables == settings.is_enabled && (!enables || wanted == settings.mode)) return false;
  if (enables) {
    settings.mode = wanted;
    settings.enabled_since = now;
  }
  settings.is_enabled = enables;
  settings.last_update = now;
  return true;
}

std::shared_ptr<storage::KeyCounter> counter_for(const KeySchema& key,
                                                 const InsightsSettings& settings,
                                                 std::shared_ptr<storage::KeyCounter> before) {
  if (before && before->mode() == settings.mode) return before;
  return std::make_shared<storage::KeyCounter>(key, settings.mode);
}

// What the settings ask for; counters that go on are taken from `before`, which may be null.
std::shared_ptr<const storage::KeyMonitor> make_monitor(const TableSchema& schema,
                                                        const TableSettings& settings,
                                                        const storage::KeyMonitor* before) {
  static const storage::KeyMonitor kNone;
  const storage::KeyMonitor& old = before == nullptr ? kNone : *before;
  auto monitor = std::make_shared<storage::KeyMonitor>();
  for (const auto& [name, insights] : settings.insights) {
    if (!insights.is_enabled) continue;
    if (name.empty()) {
      monitor->table = counter_for(schema.key, insights, old.table);
    } else if (const IndexSchema* index = find_global_index(schema, name)) {
      const auto counter = old.indexes.find(name);
      monitor->indexes[name] = counter_for(
          index->key, insights, counter == old.indexes.end() ? nullptr : counter->second);
    }
  }
  if (!monitor->table && monitor->indexes.empty()) return nullptr;
  return monitor;
}

}  // namespace

InsightsDescription update_insights(Engine& engine, const InsightsTarget& target,
                                    InsightsAction action, std::optional<InsightsMode> mode,
                                    const Caller& caller) {
  const auto table = find_target(engine, target, caller);
  const Timestamp now = engine.clock.now();
  auto [description, has_changed] = change_settings(engine, *table, [&](TableSettings& settings) {
    auto [at, is_new] = settings.insights.try_emplace(target.index);
    const bool changes = apply(at->second, action, mode, now);
    if (!changes && is_new) settings.insights.erase(at);
    return std::pair(describe(*table, target, settings), changes);
  });
  if (has_changed) {
    refresh_monitor(*table);
    description.status = action == InsightsAction::kEnable ? InsightsStatus::kEnabling
                                                           : InsightsStatus::kDisabling;
  }
  return std::move(description);
}

InsightsDescription describe_insights(Engine& engine, const InsightsTarget& target,
                                      const Caller& caller) {
  const auto table = find_target(engine, target, caller);
  return describe(*table, target, read_settings(*table));
}

InsightsPage list_insights(Engine& engine, const std::optional<std::string>& table_name,
                           const std::optional<InsightsTarget>& start, std::size_t limit,
                           const Caller& caller) {
  std::vector<std::shared_ptr<storage::Table>> tables;
  if (table_name) {
    tables.push_back(find_table(engine, *table_name, caller));
  } else {
    const storage::Database& database = engine.database_of(caller);
    for (const std::string& name : database.names({}, database.size())) {
      // A table may go between the two look-ups.
      if (auto table = database.find(name)) tables.push_back(std::move(table));
    }
  }
  InsightsPage page;
  for (const auto& table : tables) {
    const TableSettings settings = read_settings(*table);
    for (const auto& [index, insights] : settings.insights) {
      const InsightsTarget target{table->name(), index};
      if (!insights.is_enabled || (start && target <= *start)) continue;
      if (page.enabled.size() == limit) {
        page.last = page.enabled.back().target;
        return page;
      }
      page.enabled.push_back(describe(*table, target, settings));
    }
  }
  return page;
}

// What is dropped here is freed after the lock.
void refresh_monitor(storage::Table& table) {
  std::shared_ptr<const storage::KeyMonitor> monitor;
  const WriteLock lock(table.mutex());
  monitor = make_monitor(*table.trees().schema, table.settings(), table.monitor().get());
  table.swap_monitor(monitor);
}

}  // namespace stator::engine

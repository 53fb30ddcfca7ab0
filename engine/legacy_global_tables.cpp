// Errors win in the order of the checks below. That a global table is not there is said in measured
// words (2026); the other texts are our own, after the developer guide.
#include "engine/legacy_global_tables.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/replica_tables.h"
#include "engine/replication.h"
#include "engine/table_lifecycle_replicas.h"
#include "engine/table_lifecycle_update.h"
#include "model/error.h"

namespace stator::engine {
namespace {

Error not_found(std::string_view name) {
  return Error(ErrorCode::kGlobalTableNotFound,
               fmt::format("Global table with name: '{}' does not exist.", name));
}

std::shared_ptr<storage::Table> require_replica_table(Engine& engine, const std::string& name,
                                                      const Caller& caller) {
  auto table = engine.database_of(caller).find(name);
  if (!table) {
    throw Error(ErrorCode::kTableNotFound,
                fmt::format("Table not found: {} in region {}", name, caller.region));
  }
  return table;
}

bool same_shape(const TableSchema& a, const TableSchema& b) {
  return a.key == b.key &&
         std::equal(a.indexes.begin(), a.indexes.end(), b.indexes.begin(), b.indexes.end(),
                    [](const IndexSchema& one, const IndexSchema& other) {
                      return one.name == other.name && one.kind == other.kind &&
                             one.key == other.key;
                    });
}

// That a table can become a replica beside `model`, the first one.
void check_replica_table(const storage::Table& table, const TableSchema& model,
                         std::string_view region) {
  const TableState state = read_state(table);
  const auto& stream = state.settings.stream;
  if (!stream || !stream->enabled || stream->view_type != StreamViewType::kNewAndOldImages) {
    throw invalid_parameter(
        fmt::format("Table {} in region {} must have a stream enabled with the view type "
                    "NEW_AND_OLD_IMAGES",
                    table.name(), region));
  }
  if (!same_shape(*state.schema, model)) {
    throw invalid_parameter(fmt::format(
        "Table {} in region {} must have the same keys and indexes as the other replicas",
        table.name(), region));
  }
  const ReadLock lock(table.mutex());
  if (table.trees().items.empty()) return;
  throw invalid_parameter(
      fmt::format("Table {} in region {} must be empty", table.name(), region));
}

void check_region(std::string_view region) {
  if (is_supported_region(region)) return;
  throw validation_error(fmt::format("Region {} is not supported. Global tables are supported in "
                                     "the following regions: [{}]",
                                     region, supported_regions()));
}

void check_replica_regions(Engine& engine, const std::string& name,
                           const std::vector<std::string>& regions, const TableSchema* model,
                           const Caller& caller) {
  std::shared_ptr<const TableSchema> first;
  for (const std::string& region : regions) {
    check_region(region);
    const auto table = require_replica_table(engine, name, in_region(caller, region));
    if (!first) first = table->schema();
    check_replica_table(*table, model == nullptr ? *first : *model, region);
  }
}

void join(Engine& engine, const GlobalTable& table, const std::string& region,
          const Caller& caller) {
  if (!table.group) return;
  const auto replica = engine.database_of(in_region(caller, region)).find(table.name);
  if (!replica) return;
  const WriteLock lock(replica->mutex());
  table.group->join(region, replica);
}

void check_regions_are_distinct(std::vector<std::string> regions) {
  if (regions.empty()) throw invalid_parameter("ReplicationGroup must name a region");
  std::sort(regions.begin(), regions.end());
  const auto twice = std::adjacent_find(regions.begin(), regions.end());
  if (twice != regions.end()) {
    throw invalid_parameter(fmt::format("ReplicationGroup names region {} twice", *twice));
  }
}

// The regions that a checked update adds.
std::vector<std::string> added_regions(const GlobalTable& before,
                                       const std::vector<LegacyReplicaUpdate>& updates) {
  std::vector<std::string> added;
  for (const LegacyReplicaUpdate& each : updates) {
    const bool is_part = before.find(each.region) != nullptr;
    if (each.action == ReplicaAction::kDelete && !is_part) {
      throw Error(ErrorCode::kReplicaNotFound,
                  fmt::format("Replica in region {} is not part of global table {}", each.region,
                              before.name));
    }
    if (each.action == ReplicaAction::kDelete) continue;
    if (is_part) {
      throw Error(ErrorCode::kReplicaAlreadyExists,
                  fmt::format("Replica in region {} is already part of global table {}",
                              each.region, before.name));
    }
    added.push_back(each.region);
  }
  return added;
}

std::optional<std::int64_t> index_units(const std::vector<IndexUnits>& all,
                                        const std::string& index) {
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const IndexUnits& each) { return each.index == index; });
  return at == all.end() ? std::nullopt : at->units;
}

// The units that differ from those that are provisioned, if any do.
std::optional<Throughput> changed_units(const Throughput& current,
                                        std::optional<std::int64_t> read,
                                        std::optional<std::int64_t> write) {
  const Throughput units{read.value_or(current.read_capacity_units),
                         write.value_or(current.write_capacity_units)};
  return units == current ? std::nullopt : std::optional(units);
}

// What one replica's table is to change of its capacity; nothing when it is as asked for.
std::optional<TableUpdate> capacity_update(const TableState& state,
                                           const GlobalTableSettingsUpdate& update,
                                           const ReplicaUnits& replica) {
  TableUpdate change;
  change.name = update.name;
  change.billing_mode = update.billing_mode;
  change.throughput =
      changed_units(state.settings.throughput.units, replica.read_units, update.write_units);
  std::vector<GlobalIndexUpdate> index_updates;
  for (const auto& [name, settings] : state.settings.index_settings) {
    const auto units =
        changed_units(settings.throughput.units, index_units(replica.index_read_units, name),
                      index_units(update.index_write_units, name));
    if (!units) continue;
    index_updates.emplace_back().update.emplace();
    index_updates.back().update->name = name;
    index_updates.back().update->throughput = units;
  }
  if (!index_updates.empty()) change.index_updates = std::move(index_updates);
  const bool is_change = change.billing_mode || change.throughput || change.index_updates;
  return is_change ? std::optional(std::move(change)) : std::nullopt;
}

void check_indexes(const std::vector<IndexUnits>& indexes, const TableState& state) {
  for (const IndexUnits& each : indexes) {
    if (state.settings.index_settings.contains(each.index)) continue;
    throw Error(ErrorCode::kIndexNotFound,
                fmt::format("Index {} of table {} not found", each.index, state.schema->name));
  }
}

std::vector<IndexAutoScalingUpdate> index_scaling(const std::vector<IndexUnits>& indexes) {
  std::vector<IndexAutoScalingUpdate> updates;
  for (const IndexUnits& each : indexes) {
    if (each.scaling) updates.push_back({each.index, each.scaling});
  }
  return updates;
}

// What one replica's table is to change of its auto scaling; nothing when that is not asked for.
std::optional<TableAutoScalingUpdate> scaling_update(const GlobalTableSettingsUpdate& update,
                                                     const ReplicaUnits& replica) {
  TableAutoScalingUpdate change;
  change.table = update.name;
  change.write = update.write_scaling;
  change.index_writes = index_scaling(update.index_write_units);
  ReplicaAutoScalingUpdate reads{replica.region, replica.read_scaling,
                                 index_scaling(replica.index_read_units)};
  if (reads.read || !reads.index_reads.empty()) change.replicas.push_back(std::move(reads));
  return change.empty() ? std::nullopt : std::optional(std::move(change));
}

ReplicaUnits units_of(const GlobalTableSettingsUpdate& update, const std::string& region) {
  for (const ReplicaUnits& each : update.replicas) {
    if (each.region == region) return each;
  }
  return {.region = region, .read_units = {}, .index_read_units = {}, .table_class = {}};
}

}  // namespace

GlobalTable create_global_table(Engine& engine, const std::string& name,
                                const std::vector<std::string>& regions, const Caller& caller) {
  const std::string_view scope = global_table_scope(engine, caller);
  check_regions_are_distinct(regions);
  if (engine.global_tables->find(scope, name)) {
    throw Error(ErrorCode::kGlobalTableAlreadyExists,
                fmt::format("Global table with name: '{}' already exists.", name));
  }
  check_replica_regions(engine, name, regions, nullptr, caller);
  GlobalTable table;
  table.name = name;
  table.arn = fmt::format("arn:aws:dynamodb::{}:global-table/{}", caller.account_id, name);
  table.version = GlobalTableVersion::k2017;
  table.created = engine.clock.now();
  for (const std::string& region : regions) table.replicas.push_back({.region = region});
  if (has_regional_tables(engine)) {
    table.group = std::make_shared<ReplicationGroup>(engine, table.version, table.consistency);
  }
  if (!engine.global_tables->replace(scope, std::nullopt, table)) {
    return create_global_table(engine, name, regions, caller);  // which refuses it
  }
  for (const std::string& region : regions) join(engine, table, region, caller);
  return table;
}

GlobalTable find_global_table(const Engine& engine, std::string_view name, const Caller& caller) {
  auto table = engine.global_tables->find(global_table_scope(engine, caller), name);
  if (!table || table->version != GlobalTableVersion::k2017) throw not_found(name);
  return *std::move(table);
}

GlobalTable update_global_table(Engine& engine, const std::string& name,
                                const std::vector<LegacyReplicaUpdate>& updates,
                                const Caller& caller) {
  const std::string_view scope = global_table_scope(engine, caller);
  for (;;) {
    const GlobalTable before = find_global_table(engine, name, caller);
    const auto added = added_regions(before, updates);
    const auto model =
        require_replica_table(engine, name, in_region(caller, before.replicas.front().region));
    check_replica_regions(engine, name, added, model->schema().get(), caller);
    GlobalTable after = before;
    for (const LegacyReplicaUpdate& each : updates) {
      if (each.action == ReplicaAction::kCreate) {
        after.replicas.push_back({.region = each.region});
      } else {
        std::erase_if(after.replicas,
                      [&](const Replica& replica) { return replica.region == each.region; });
      }
    }
    if (!engine.global_tables->replace(scope, before, after)) continue;
    for (const LegacyReplicaUpdate& each : updates) {
      if (each.action == ReplicaAction::kCreate) {
        join(engine, after, each.region, caller);
      } else if (after.group) {
        after.group->leave(each.region);
      }
    }
    return after;
  }
}

GlobalTablePage list_global_tables(const Engine& engine, std::string_view exclusive_start,
                                   std::size_t limit, std::optional<std::string_view> region,
                                   const Caller& caller) {
  GlobalTablePage page;
  page.tables = engine.global_tables->list(global_table_scope(engine, caller), exclusive_start,
                                           limit + 1, GlobalTableVersion::k2017, region);
  if (page.tables.size() > limit) {
    page.tables.pop_back();
    page.last_evaluated = page.tables.back().name;
  }
  return page;
}

std::vector<ReplicaTableDescription> describe_replica_tables(Engine& engine,
                                                             std::string_view name,
                                                             const Caller& caller) {
  std::vector<ReplicaTableDescription> described;
  for (const Replica& replica : find_global_table(engine, name, caller).replicas) {
    described.push_back(
        {replica, describe_table(engine, name, in_region(caller, replica.region))});
  }
  return described;
}

std::vector<ReplicaTableDescription> update_global_table_settings(
    Engine& engine, const GlobalTableSettingsUpdate& update, const Caller& caller) {
  const GlobalTable global = find_global_table(engine, update.name, caller);
  for (const ReplicaUnits& each : update.replicas) {
    if (global.find(each.region) != nullptr) continue;
    throw Error(ErrorCode::kReplicaNotFound,
                fmt::format("Replica in region {} is not part of global table {}", each.region,
                            update.name));
  }
  for (const Replica& replica : global.replicas) {
    const Caller there = in_region(caller, replica.region);
    const auto table = find_table(engine, update.name, there);
    const TableState state = read_state(*table);
    const ReplicaUnits units = units_of(update, replica.region);
    check_indexes(update.index_write_units, state);
    check_indexes(units.index_read_units, state);
    if (const auto change = capacity_update(state, update, units)) {
      change_table(engine, table, *change, there);
    }
    if (const auto scaling = scaling_update(update, units)) {
      update_auto_scaling(engine, *scaling, there);
    }
    if (units.table_class) {
      TableUpdate change;
      change.name = update.name;
      change.table_class = units.table_class;
      change_table(engine, table, change, there);
    }
  }
  return describe_replica_tables(engine, update.name, caller);
}

}  // namespace stator::engine

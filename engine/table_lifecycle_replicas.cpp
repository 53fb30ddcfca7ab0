// UpdateTable: ReplicaUpdates and GlobalTableWitnessUpdates. Texts are measured (2026), those on
// strong consistency our own, after the developer guide. Errors win in this order:
//
//   1  no action; several of them; the local region
//   2  regions: supported, part of the global table, not part of it yet
//   3  consistency: three regions, an empty table, the same as before
//   4  the table: what goes on, its billing mode
#include "engine/table_lifecycle_replicas.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "engine/continuous_backups.h"
#include "engine/replica_tables.h"
#include "engine/replication.h"
#include "engine/streams.h"
#include "engine/table_lifecycle_describe.h"
#include "engine/table_lifecycle_update.h"
#include "engine/table_states.h"
#include "model/error.h"

namespace stator::engine {
namespace {

constexpr std::chrono::hours kSourceProtection{24};

// Of a strongly consistent global table, its witness counted.
constexpr std::size_t kStrongRegions = 3;

std::size_t count_of(const std::vector<ReplicaUpdate>& updates, ReplicaAction action) {
  return static_cast<std::size_t>(
      std::count_if(updates.begin(), updates.end(),
                    [&](const ReplicaUpdate& each) { return each.action == action; }));
}

RegionConsistency consistency_after(const std::optional<GlobalTable>& before,
                                    const TableUpdate& update) {
  if (update.consistency) return *update.consistency;
  return before ? before->consistency : RegionConsistency::kEventual;
}

void check_actions(const std::optional<GlobalTable>& before, const TableUpdate& update) {
  const std::vector<ReplicaUpdate>& updates = *update.replica_updates;
  if (updates.empty()) {
    throw validation_error(
        "There are no actions specified in the Replica Update Action of the request.");
  }
  const std::size_t changes =
      count_of(updates, ReplicaAction::kCreate) + count_of(updates, ReplicaAction::kDelete);
  if (changes > 1 && consistency_after(before, update) == RegionConsistency::kEventual) {
    throw validation_error(
        "Update table operation with more than one create or delete replica actions not allowed");
  }
}

void check_regions(const std::optional<GlobalTable>& before, const TableUpdate& update,
                   const Caller& caller) {
  for (const ReplicaUpdate& each : *update.replica_updates) {
    if (each.action != ReplicaAction::kUpdate && each.region == caller.region) {
      throw validation_error("Cannot add or delete the local region through ReplicaUpdates.");
    }
    const bool is_part = before && before->find(each.region) != nullptr;
    if (each.action != ReplicaAction::kCreate && !is_part) {
      throw validation_error(fmt::format(
          "Update global table operation failed because one or more replicas were not part of the "
          "global table. Please retry the request without these replicas: [{}].",
          each.region));
    }
    if (each.action != ReplicaAction::kCreate) continue;
    if (!is_supported_region(each.region)) {
      throw validation_error(
          fmt::format("Region {} is not supported. The latest version of global tables are only "
                      "supported in the following regions: [{}]",
                      each.region, supported_regions()));
    }
    if (is_part) {
      throw validation_error(fmt::format(
          "Failed to create a the new replica of table with name: \u2018{}\u2019 because one or "
          "more replicas already existed as tables.",
          update.name));
    }
  }
}

void check_consistency(const std::optional<GlobalTable>& before, const TableUpdate& update,
                       const GlobalTable& after, const storage::Table& table) {
  if (before && update.consistency && *update.consistency != before->consistency) {
    throw invalid_parameter("MultiRegionConsistency of a global table cannot be changed");
  }
  const bool is_strong = after.consistency == RegionConsistency::kStrong;
  if (update.witness && !is_strong) {
    throw invalid_parameter(
        "GlobalTableWitnessUpdates require MultiRegionConsistency to be STRONG");
  }
  if (!is_strong) return;
  const std::size_t regions = after.replicas.size() + (after.witness_region ? 1 : 0);
  if (regions != kStrongRegions && regions > 1) {
    throw invalid_parameter(
        "A global table with MultiRegionConsistency STRONG must have three replicas, or two "
        "replicas and a witness");
  }
  const ReadLock lock(table.mutex());
  if (!before && !table.trees().items.empty()) {
    throw invalid_parameter(
        "The table must be empty to make it a global table with MultiRegionConsistency STRONG");
  }
}

Error resource_in_use() {
  return Error(ErrorCode::kResourceInUse,
               "The resource which you are attempting to change is in use.");
}

bool is_auto_scaled(const AutoScaling& capacity) {
  return capacity.maximum_units && capacity.is_disabled != true;
}

void check_table(const TableState& state, const std::vector<ReplicaUpdate>& updates) {
  if (is_changing(state)) throw resource_in_use();
  if (count_of(updates, ReplicaAction::kCreate) > 0 &&
      state.settings.billing_mode == BillingMode::kProvisioned &&
      !is_auto_scaled(state.settings.auto_scaling.table.write)) {
    throw validation_error(
        "Table write capacity should either be Pay-Per-Request or AutoScaled.");
  }
}

void merge(ReplicaOverrides& current, const ReplicaOverrides& update) {
  if (update.kms_key_id) current.kms_key_id = update.kms_key_id;
  if (update.read_capacity_units) current.read_capacity_units = update.read_capacity_units;
  if (update.max_read_request_units) {
    current.max_read_request_units = update.max_read_request_units;
  }
  if (update.table_class) current.table_class = update.table_class;
  for (const ReplicaIndex& index : update.indexes) {
    std::erase_if(current.indexes,
                  [&](const ReplicaIndex& each) { return each.name == index.name; });
    current.indexes.push_back(index);
  }
}

GlobalTable new_global_table(Engine& engine, const TableUpdate& update, const Caller& caller) {
  GlobalTable table;
  table.name = update.name;
  table.arn = fmt::format("arn:aws:dynamodb::{}:global-table/{}", caller.account_id, update.name);
  table.consistency = update.consistency.value_or(RegionConsistency::kEventual);
  table.created = engine.clock.now();
  table.replicas.push_back({.region = std::string(caller.region)});
  if (has_regional_tables(engine)) {
    table.group = std::make_shared<ReplicationGroup>(engine, table.version, table.consistency);
  }
  return table;
}

void apply_witness(GlobalTable& table, const std::optional<WitnessUpdate>& witness) {
  if (!witness) return;
  if (witness->action == ReplicaAction::kCreate) {
    table.witness_region = witness->region;
  } else {
    table.witness_region.reset();
  }
}

// The global table afterwards; without replicas when only the local one would be left.
GlobalTable planned(Engine& engine, const std::optional<GlobalTable>& before,
                    const TableUpdate& update, const Caller& caller) {
  const Timestamp now = engine.clock.now();
  const Timestamp settled = now + engine.durations.creation;
  GlobalTable after = before ? *before : new_global_table(engine, update, caller);
  for (const ReplicaUpdate& each : *update.replica_updates) {
    switch (each.action) {
      case ReplicaAction::kCreate:
        after.replicas.push_back({.region = each.region,
                                  .status = ReplicaStatus::kCreating,
                                  .settled = settled,
                                  .overrides = each.overrides});
        if (each.overrides.table_class) after.replicas.back().table_class_changed = now;
        after.find(caller.region)->last_sourced = now;
        break;
      case ReplicaAction::kUpdate: {
        Replica& replica = *after.find(each.region);
        replica.status = ReplicaStatus::kUpdating;
        replica.settled = settled;
        merge(replica.overrides, each.overrides);
        if (each.overrides.table_class) replica.table_class_changed = now;
        break;
      }
      case ReplicaAction::kDelete:
        std::erase_if(after.replicas,
                      [&](const Replica& replica) { return replica.region == each.region; });
    }
  }
  apply_witness(after, update.witness);
  if (after.replicas.size() == 1 && !after.witness_region) after.replicas.clear();
  return after;
}

// Replication follows a stream with both images.
void enable_stream(Engine& engine, const std::shared_ptr<storage::Table>& table,
                   const TableUpdate& update, const Caller& caller) {
  if (count_of(*update.replica_updates, ReplicaAction::kCreate) == 0) return;
  const TableState state = read_state(*table);
  if (state.settings.stream && state.settings.stream->enabled) return;
  TableUpdate stream;
  stream.name = update.name;
  stream.stream = StreamDefinition{true, StreamViewType::kNewAndOldImages};
  change_table(engine, table, stream, caller);
}

Error table_exists(const std::string& name) {
  return validation_error(
      fmt::format("Failed to create a the new replica of table with name: \u2018{}\u2019 because "
                  "one or more replicas already existed as tables.",
                  name));
}

void close_replica(Engine& engine, ReplicationGroup& group, const std::string& name,
                   const Caller& caller) {
  group.leave(std::string(caller.region));
  storage::Database& database = engine.database_of(caller);
  auto table = database.find(name);
  if (!table) return;
  const TableSettings settings = read_state(*table).settings;
  end_recovery(engine, *table, caller);
  if (remove_table(engine, database, std::move(table))) close_stream(engine, caller, settings);
}

void carry_out(Engine& engine, const std::shared_ptr<storage::Table>& table,
               const ReplicaUpdate& update, const GlobalTable& after, const Caller& caller) {
  const Caller there = in_region(caller, update.region);
  switch (update.action) {
    case ReplicaAction::kCreate:
      if (!open_replica(engine, *after.group, table, caller, *after.find(update.region))) {
        after.group->leave(update.region);
        forget_replica(engine, table->name(), there);
        throw table_exists(table->name());
      }
      return;
    case ReplicaAction::kUpdate:
      if (const auto replica = engine.database_of(there).find(table->name())) {
        change_replica(engine, *replica, there, update.overrides);
      }
      return;
    case ReplicaAction::kDelete:
      close_replica(engine, *after.group, table->name(), there);
  }
}

void check_no_tables(Engine& engine, const TableUpdate& update, const Caller& caller) {
  if (!has_regional_tables(engine)) return;
  for (const ReplicaUpdate& each : *update.replica_updates) {
    const Caller there = in_region(caller, each.region);
    if (each.action == ReplicaAction::kCreate && engine.database_of(there).find(update.name)) {
      throw table_exists(update.name);
    }
  }
}

std::vector<Replica> shown_replicas(const GlobalTable& table, const Caller& caller,
                                    Timestamp now) {
  std::vector<Replica> shown;
  for (const Replica& replica : table.replicas) {
    if (replica.region == caller.region) continue;
    shown.push_back(replica);
    if (now >= replica.settled) shown.back().status = ReplicaStatus::kActive;
  }
  return shown;
}

// The table as it is, with what happens to its replicas.
TableDescription answer_to(Engine& engine, const storage::Table& table, const TableUpdate& update,
                           const GlobalTable& after, const Caller& caller) {
  TableDescription answer;
  {
    const ReadLock lock(table.mutex());
    answer = make_description(table.trees().schema, table.settings(), engine.clock.now());
    count_items(answer, table.trees());
  }
  answer.status = TableStatus::kUpdating;
  // Every change shows here, however short it lasts.
  GlobalTableDescription global{after.consistency,
                                shown_replicas(after, caller, Timestamp{}), after.witness_region};
  for (const ReplicaUpdate& each : *update.replica_updates) {
    if (each.action != ReplicaAction::kDelete) continue;
    global.replicas.push_back({.region = each.region, .status = ReplicaStatus::kDeleting});
  }
  answer.global_table = std::move(global);
  return answer;
}

// Reads are each replica's own business: its units and maxima stay.
std::optional<Throughput> common_units(const std::optional<Throughput>& requested,
                                       const ProvisionedThroughput& current, bool switches_mode) {
  if (!requested || switches_mode) return requested;
  const Throughput units{current.units.read_capacity_units, requested->write_capacity_units};
  return units == current.units ? std::nullopt : std::optional(units);
}

std::vector<GlobalIndexUpdate> common_index_updates(std::vector<GlobalIndexUpdate> updates,
                                                    const TableSettings& settings,
                                                    bool switches_mode) {
  for (GlobalIndexUpdate& each : updates) {
    const auto at = each.update ? settings.index_settings.find(each.update->name)
                                : settings.index_settings.end();
    if (at == settings.index_settings.end()) continue;
    each.update->on_demand.max_read_request_units.reset();
    each.update->throughput =
        common_units(each.update->throughput, at->second.throughput, switches_mode);
  }
  std::erase_if(updates, [](const GlobalIndexUpdate& each) {
    return each.update && !each.update->throughput && !each.update->warm &&
           !each.update->on_demand.max_write_request_units;
  });
  return updates;
}

// The part of an update that concerns every replica, as this one is to make it; nothing when there
// is none.
std::optional<TableUpdate> common_changes(const TableUpdate& update,
                                          const TableSettings& settings) {
  const bool switches_mode =
      update.billing_mode && *update.billing_mode != settings.billing_mode;
  TableUpdate common;
  common.name = update.name;
  common.attribute_definitions = update.attribute_definitions;
  common.billing_mode = update.billing_mode;
  common.throughput = common_units(update.throughput, settings.throughput, switches_mode);
  if (update.index_updates) {
    auto updates = common_index_updates(*update.index_updates, settings, switches_mode);
    if (!updates.empty()) common.index_updates = std::move(updates);
  }
  common.on_demand.max_write_request_units = update.on_demand.max_write_request_units;
  common.warm = update.warm;
  const bool changes_something = common.billing_mode || common.throughput ||
                                 common.index_updates || !common.warm.empty() ||
                                 common.on_demand.max_write_request_units;
  return changes_something ? std::optional(std::move(common)) : std::nullopt;
}

}  // namespace

std::string_view global_table_scope(const Engine& engine, const Caller& caller) {
  return engine.namespace_mode == NamespaceMode::kAccountRegion ? caller.access_key
                                                                : std::string_view();
}

std::optional<GlobalTableDescription> describe_global_table(const Engine& engine,
                                                            std::string_view name,
                                                            const Caller& caller) {
  const auto table = engine.global_tables->find(global_table_scope(engine, caller), name);
  // The old version has operations of its own to show it.
  if (!table || table->version == GlobalTableVersion::k2017) return std::nullopt;
  return GlobalTableDescription{table->consistency,
                                shown_replicas(*table, caller, engine.clock.now()),
                                table->witness_region};
}

TableDescription update_replicas(Engine& engine, const std::shared_ptr<storage::Table>& table,
                                 const TableUpdate& update, const Caller& caller) {
  const std::string_view scope = global_table_scope(engine, caller);
  for (;;) {
    const auto before = engine.global_tables->find(scope, update.name);
    check_actions(before, update);
    check_regions(before, update, caller);
    check_no_tables(engine, update, caller);
    GlobalTable after = planned(engine, before, update, caller);
    check_consistency(before, update, after, *table);
    check_table(read_state(*table), *update.replica_updates);
    if (!engine.global_tables->replace(scope, before, after)) continue;
    enable_stream(engine, table, update, caller);
    if (has_regional_tables(engine)) {
      for (const ReplicaUpdate& each : *update.replica_updates) {
        carry_out(engine, table, each, after, caller);
      }
      if (after.replicas.empty()) after.group->leave(std::string(caller.region));
    }
    return answer_to(engine, *table, update, after, caller);
  }
}

std::vector<ReplicaTable> replica_tables(Engine& engine, std::string_view name,
                                         const Caller& caller) {
  std::vector<ReplicaTable> replicas;
  const auto global = engine.global_tables->find(global_table_scope(engine, caller), name);
  if (!global) return replicas;
  for (const Replica& replica : global->replicas) {
    auto table = engine.database_of(in_region(caller, replica.region)).find(name);
    if (table) replicas.push_back({replica.region, std::move(table)});
  }
  return replicas;
}

std::vector<ReplicaTable> replicas_to_change(Engine& engine, const TableUpdate& update,
                                             const Caller& caller) {
  const auto global = engine.global_tables->find(global_table_scope(engine, caller), update.name);
  if (!global) return {};
  if (update.stream && !update.stream->enabled) {
    throw invalid_parameter("Disabling Stream is not allowed for a Global Table replica.");
  }
  std::vector<ReplicaTable> replicas;
  if (!global->group || global->version == GlobalTableVersion::k2017) return replicas;
  for (auto& [region, table] : global->group->tables()) {
    if (region == caller.region) continue;
    try {
      check_table_conflicts(read_state(*table), update);
    } catch (const Error&) {
      throw resource_in_use();
    }
    replicas.push_back({region, table});
  }
  return replicas;
}

void change_replicas(Engine& engine, const std::vector<ReplicaTable>& replicas,
                     const TableUpdate& update, const Caller& caller) {
  for (const ReplicaTable& replica : replicas) {
    const auto common = common_changes(update, read_state(*replica.table).settings);
    if (common) change_table(engine, replica.table, *common, in_region(caller, replica.region));
  }
}

void check_replica_deletion(const Engine& engine, std::string_view name, const Caller& caller) {
  const auto global = engine.global_tables->find(global_table_scope(engine, caller), name);
  if (!global || global->version == GlobalTableVersion::k2017) return;
  const Timestamp now = engine.clock.now();
  for (const Replica& replica : global->replicas) {
    // Where regions share their tables, the table is every replica's.
    if (global->group && replica.region != caller.region) continue;
    if (!replica.last_sourced || now >= *replica.last_sourced + kSourceProtection) continue;
    throw validation_error(
        "Replica cannot be deleted because it has acted as a source region for new replica(s) "
        "being added to the table in the last 24 hours.");
  }
}

void forget_replica(Engine& engine, std::string_view name, const Caller& caller) {
  const std::string_view scope = global_table_scope(engine, caller);
  for (;;) {
    const auto before = engine.global_tables->find(scope, name);
    if (!before) return;
    GlobalTable after = *before;
    std::erase_if(after.replicas,
                  [&](const Replica& replica) { return replica.region == caller.region; });
    const bool is_alone = after.version == GlobalTableVersion::k2019 &&
                          after.replicas.size() == 1 && !after.witness_region;
    if (!after.group || is_alone) after.replicas.clear();
    const bool is_over = after.replicas.empty();
    if (!engine.global_tables->replace(scope, before, std::move(after))) continue;
    if (!before->group) return;
    before->group->leave(std::string(caller.region));
    if (!is_over) return;
    for (const auto& [region, table] : before->group->tables()) before->group->leave(region);
    return;
  }
}

}  // namespace stator::engine

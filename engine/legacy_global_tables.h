// Global tables of version 2017.11.29: made from tables that are there already, one in each region.
//
// Errors and thread safety as in table_lifecycle.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/auto_scaling.h"
#include "engine/engine.h"
#include "engine/global_tables.h"
#include "engine/table_lifecycle.h"

namespace stator::engine {

// CreateGlobalTable. The tables must be there, empty, alike, and have a stream of both images.
GlobalTable create_global_table(Engine& engine, const std::string& name,
                                const std::vector<std::string>& regions, const Caller& caller);

// One element of ReplicaUpdates of UpdateGlobalTable.
struct LegacyReplicaUpdate {
  ReplicaAction action = ReplicaAction::kCreate;  // never kUpdate
  std::string region;
};

GlobalTable update_global_table(Engine& engine, const std::string& name,
                                const std::vector<LegacyReplicaUpdate>& updates,
                                const Caller& caller);

// DescribeGlobalTable: one of this version, or GlobalTableNotFoundException.
GlobalTable find_global_table(const Engine& engine, std::string_view name, const Caller& caller);

// ListGlobalTables.
struct GlobalTablePage {
  std::vector<GlobalTable> tables;
  std::optional<std::string> last_evaluated;  // absent on the last page
};
GlobalTablePage list_global_tables(const Engine& engine, std::string_view exclusive_start,
                                   std::size_t limit, std::optional<std::string_view> region,
                                   const Caller& caller);

// The table of each replica, as DescribeGlobalTableSettings shows it.
struct ReplicaTableDescription {
  Replica replica;
  TableDescription table;
};
std::vector<ReplicaTableDescription> describe_replica_tables(Engine& engine,
                                                             std::string_view name,
                                                             const Caller& caller);

// UpdateGlobalTableSettings. Absent members are not changed.
struct IndexUnits {
  std::string index;
  std::optional<std::int64_t> units;
  std::optional<AutoScalingUpdate> scaling = {};
};
struct ReplicaUnits {
  std::string region;
  std::optional<std::int64_t> read_units;
  std::vector<IndexUnits> index_read_units;
  std::optional<TableClass> table_class;
  std::optional<AutoScalingUpdate> read_scaling = {};
};
struct GlobalTableSettingsUpdate {
  std::string name;
  std::optional<BillingMode> billing_mode;
  std::optional<std::int64_t> write_units;
  std::vector<IndexUnits> index_write_units;
  std::optional<AutoScalingUpdate> write_scaling = {};
  std::vector<ReplicaUnits> replicas;
};
std::vector<ReplicaTableDescription> update_global_table_settings(
    Engine& engine, const GlobalTableSettingsUpdate& update, const Caller& caller);

}  // namespace stator::engine

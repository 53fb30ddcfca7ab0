// Tables that are replicas of global tables (version 2019).
//
// Private to table_lifecycle*.cpp and the operations of version 2017. All functions take tables'
// locks for themselves.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/global_tables.h"
#include "engine/table_lifecycle.h"

namespace stator::engine {

// The scope in which the caller's global tables have their names.
std::string_view global_table_scope(const Engine& engine, const Caller& caller);

// What descriptions show of the global table; nothing for a regional one.
std::optional<GlobalTableDescription> describe_global_table(const Engine& engine,
                                                            std::string_view name,
                                                            const Caller& caller);

struct ReplicaTable {
  std::string region;
  std::shared_ptr<storage::Table> table;
};

// The replicas of a global table, of either version, and their tables: the same table for all of
// them where regions share theirs. Empty for a regional table.
std::vector<ReplicaTable> replica_tables(Engine& engine, std::string_view name,
                                         const Caller& caller);

// The other replicas that an UpdateTable of one of them changes too. Throws what the update meets
// there, before anything has changed.
std::vector<ReplicaTable> replicas_to_change(Engine& engine, const TableUpdate& update,
                                             const Caller& caller);

// Makes the changes that replicas have in common: billing mode, write capacity, indexes. The rest
// is each replica's own (developer guide, "Global tables: settings synchronization").
void change_replicas(Engine& engine, const std::vector<ReplicaTable>& replicas,
                     const TableUpdate& update, const Caller& caller);

// DeleteTable of a replica: refused for a day after it was the source of another one.
void check_replica_deletion(const Engine& engine, std::string_view name, const Caller& caller);
// The caller's table of that name is gone.
void forget_replica(Engine& engine, std::string_view name, const Caller& caller);

}  // namespace stator::engine

// The tables behind replicas, where every region has tables of its own.
#pragma once

#include <memory>
#include <string>

#include "engine/engine.h"
#include "engine/global_tables.h"
#include "engine/replication.h"
#include "storage/table.h"

namespace stator::engine {

// Whether regions have tables of their own.
bool has_regional_tables(const Engine& engine);

// The caller's other self in another region.
Caller in_region(const Caller& caller, std::string_view region);

// Makes the replica's table, with everything that the source holds, and has both take part in the
// replication from this moment on. O(1) in the number of items. False when there is a table of that
// name in the replica's region. Takes the source's lock.
bool open_replica(Engine& engine, ReplicationGroup& group,
                  const std::shared_ptr<storage::Table>& source, const Caller& source_caller,
                  const Replica& replica);

// Takes over what a request says about a replica. Takes its lock.
void change_replica(Engine& engine, storage::Table& table, const Caller& caller,
                    const ReplicaOverrides& overrides);

}  // namespace stator::engine

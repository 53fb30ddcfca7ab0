// Answers about global tables of version 2017.11.29.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/legacy_global_tables.h"
#include "server/wire/json_writer.h"

namespace stator::server {

enum class GlobalTableStatus : std::uint8_t { kCreating, kUpdating, kActive };

// {"GlobalTableDescription": ...}
void write_global_table(wire::JsonWriter& json, const engine::GlobalTable& table,
                        GlobalTableStatus status);

// {"GlobalTableName": ..., "ReplicaSettings": ...}
void write_replica_settings(wire::JsonWriter& json, std::string_view name,
                            const std::vector<engine::ReplicaTableDescription>& replicas);

}  // namespace stator::server

// Replicas in answers.
#pragma once

#include <string_view>
#include <vector>

#include "engine/global_tables.h"
#include "engine/table_lifecycle.h"
#include "server/wire/json_writer.h"

namespace stator::server {

// The members of a TableDescription that show the table to be a replica.
void write_global_table(wire::JsonWriter& json, const engine::GlobalTableDescription& table,
                        std::string_view table_arn);

// A ReplicaDescription; without an ARN when it is empty.
void write_replica(wire::JsonWriter& json, const engine::Replica& replica, std::string_view arn);

}  // namespace stator::server

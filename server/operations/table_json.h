// Writes TableDescription, the answer of every operation on a table.
#pragma once

#include <string_view>

#include "engine/table_lifecycle.h"
#include "model/schema.h"
#include "model/table_settings.h"
#include "server/wire/json_writer.h"

namespace stator::server {

// How much of a description an operation shows.
enum class TableView {
  kWhole,    // CreateTable, DescribeTable, UpdateTable
  kDeleted,  // DeleteTable: neither keys nor definitions nor when it was created
};

// Writes the object. Absent members are left out, and so are empty lists.
void write_table(wire::JsonWriter& json, const engine::TableDescription& table, TableView view);

}  // namespace stator::server

// Vector indexes in CreateTable and UpdateTable.
//
// Private to table_lifecycle*.cpp. The rules are those of the API's model; their texts are our own.
#pragma once

#include <vector>

#include "engine/table_lifecycle.h"
#include "engine/table_lifecycle_update.h"
#include "model/schema.h"

namespace stator::engine {

// CreateTable: what the vector indexes say, against the rest of the definition.
void check_new_vector_indexes(const TableDefinition& definition);

IndexSchema make_vector_schema(const VectorIndexDefinition& index,
                               const std::vector<KeyAttribute>& definitions);

// UpdateTable, without the table: one index is created or deleted.
void check_vector_request(const TableUpdate& update);

// UpdateTable, with the table.
void check_vector_updates(const TableState& before, const TableUpdate& update);
TableState apply_vector_updates(TableState state, const TableUpdate& update,
                                const UpdateContext& context);

}  // namespace stator::engine

// The rules on keys, attribute definitions and projections of tables and indexes.
//
// Private to table_lifecycle*.cpp. All functions throw ValidationException.
#pragma once

#include <string_view>
#include <vector>

#include "engine/table_lifecycle.h"
#include "model/schema.h"

namespace stator::engine {

// CreateTable: definitions, the table's key, the keys of its indexes, and that every definition is
// used. Does not look at what else the indexes say.
void check_keys(const TableDefinition& definition);

// CreateTable: projections, names and number of indexes.
void check_indexes(const TableDefinition& definition);

// The shape of a global index's key: one to four HASH, then up to four RANGE attributes.
void check_global_key(const std::vector<KeyElement>& key);

// That each attribute of `key` is among `definitions`.
void check_key_is_defined(const std::vector<KeyElement>& key,
                          const std::vector<KeyAttribute>& definitions);

void check_projection(const ProjectionDefinition& projection);

// Not more than 100 attributes may be named by the projections of all indexes together.
// Naming one attribute in two indexes counts twice.
void check_projected_attributes(std::size_t count);
std::size_t projected_attribute_count(const IndexDefinition& index);

// REQUIRES: the key passed its checks against `definitions`.
KeySchema make_key_schema(const std::vector<KeyElement>& key,
                          const std::vector<KeyAttribute>& definitions);
IndexProjection make_projection(const ProjectionDefinition& projection);
IndexSchema make_index_schema(const IndexDefinition& index, IndexKind kind,
                              const std::vector<KeyAttribute>& definitions);

// The definition of an attribute, or nullptr.
const KeyAttribute* find_definition(const std::vector<KeyAttribute>& definitions,
                                    std::string_view name);

}  // namespace stator::engine

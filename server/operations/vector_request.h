// From the wire's vector indexes to the engine's. REQUIRES of all: the constraints were checked.
#pragma once

#include "engine/table_lifecycle.h"
#include "server/operations/table_request.h"
#include "server/wire/requests/vector_indexes.h"

namespace stator::server {

engine::SearchElement to_search_element(const wire::SearchSchemaElement& element);
DistanceFunction to_distance_function(const std::string& function);

// A vector index of CreateTable, or one that UpdateTable creates: the structs have equal members.
template <class WireIndex>
engine::VectorIndexDefinition to_vector_index(const WireIndex& index) {
  engine::VectorIndexDefinition definition;
  definition.name = *index.index_name;
  definition.attribute = *index.vector_attribute->attribute_name;
  if (index.search_schema) {
    for (const auto& element : *index.search_schema) {
      definition.search_schema.push_back(to_search_element(element));
    }
  }
  definition.projection = to_projection(*index.projection);
  definition.dimensions = *index.dimensions;
  definition.distance = to_distance_function(*index.distance_function);
  return definition;
}

std::vector<engine::VectorIndexUpdate> to_vector_updates(
    const std::vector<wire::VectorIndexUpdate>& updates);

}  // namespace stator::server

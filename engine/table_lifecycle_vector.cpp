// Faults of one vector index, in the order that they are looked for:
//
//   1  dimensions out of bounds
//   2  search schema: more than one HASH, a name twice, a name without a definition
//   3  the vector attribute is a key or part of the search schema
//   4  the projection
//   5  another vector index reads the same attribute with other dimensions
//   6  the name is taken
#include "engine/table_lifecycle_vector.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "engine/index_creation.h"
#include "engine/table_lifecycle_keys.h"
#include "model/error.h"
#include "model/limits.h"

namespace stator::engine {
namespace {

using Definitions = std::vector<KeyAttribute>;

void check_dimensions(const VectorIndexDefinition& index) {
  if (index.dimensions <= static_cast<std::int64_t>(limits::kVectorDimensionsMax)) return;
  throw invalid_parameter(fmt::format("Dimensions of vector index {} exceed the limit of {}",
                                      index.name, limits::kVectorDimensionsMax));
}

void check_search_schema(const VectorIndexDefinition& index, const Definitions& definitions) {
  const auto hashes = std::count_if(
      index.search_schema.begin(), index.search_schema.end(),
      [](const SearchElement& element) { return element.role == SearchRole::kHash; });
  if (hashes > 1) {
    throw invalid_parameter(
        fmt::format("SearchSchema of vector index {} has more than one HASH element", index.name));
  }
  std::set<std::string_view> names;
  for (const SearchElement& element : index.search_schema) {
    if (!names.insert(element.attribute).second) {
      throw invalid_parameter(
          fmt::format("SearchSchema of vector index {} has several elements with the same name: {}",
                      index.name, element.attribute));
    }
    if (find_definition(definitions, element.attribute) == nullptr) {
      throw invalid_parameter(
          fmt::format("Search schema attribute {} of vector index {} is not defined in "
                      "AttributeDefinitions",
                      element.attribute, index.name));
    }
  }
  if (names.contains(index.attribute)) {
    throw invalid_parameter(
        fmt::format("Vector attribute {} is part of the SearchSchema of vector index {}",
                    index.attribute, index.name));
  }
}

void check_vector_index(const VectorIndexDefinition& index, const Definitions& definitions) {
  check_dimensions(index);
  check_search_schema(index, definitions);
  if (find_definition(definitions, index.attribute) != nullptr) {
    throw invalid_parameter(
        fmt::format("Vector attribute {} of vector index {} is a key attribute", index.attribute,
                    index.name));
  }
  check_projection(index.projection);
}

void check_same_dimensions(const VectorIndexDefinition& index, std::string_view attribute,
                           std::size_t dimensions) {
  if (index.attribute != attribute || static_cast<std::size_t>(index.dimensions) == dimensions) {
    return;
  }
  throw invalid_parameter(fmt::format(
      "Vector indexes on attribute {} must have the same number of dimensions", attribute));
}

std::set<std::string_view> names_of_other_indexes(const TableDefinition& definition) {
  std::set<std::string_view> names;
  for (const auto* indexes : {&definition.local_indexes, &definition.global_indexes}) {
    if (!*indexes) continue;
    for (const IndexDefinition& index : **indexes) names.insert(index.name);
  }
  return names;
}

void check_creation(const VectorIndexDefinition& creation, const TableState& before,
                    const TableUpdate& update) {
  Definitions definitions = before.settings.attribute_definitions;
  if (update.attribute_definitions) {
    definitions.insert(definitions.end(), update.attribute_definitions->begin(),
                       update.attribute_definitions->end());
  }
  check_vector_index(creation, definitions);
  for (const IndexSchema& index : before.schema->indexes) {
    if (!index.vector) continue;
    check_same_dimensions(creation, index.vector->attribute, index.vector->dimensions);
  }
  if (before.schema->find_index(creation.name) != nullptr) {
    throw validation_error("Attempting to create an index which already exists");
  }
}

void check_deletion(const std::string& name, const TableState& before) {
  const IndexSchema* index = before.schema->find_index(name);
  if (index == nullptr) {
    throw Error(ErrorCode::kResourceNotFound,
                fmt::format("Requested resource not found: Index {} for table {}", name,
                            before.schema->name));
  }
  if (index->kind == IndexKind::kVector) return;
  throw validation_error(
      fmt::format("Cannot delete an index that is not a VectorIndex: {}", name));
}

// An attribute that is defined already keeps its type, whatever the request says of it.
void add_definitions(Definitions& definitions, const VectorIndexDefinition& creation,
                     const Definitions& requested) {
  for (const SearchElement& element : creation.search_schema) {
    if (find_definition(definitions, element.attribute) == nullptr) {
      definitions.push_back(*find_definition(requested, element.attribute));
    }
  }
  std::sort(definitions.begin(), definitions.end(),
            [](const KeyAttribute& a, const KeyAttribute& b) { return a.name < b.name; });
}

}  // namespace

void check_new_vector_indexes(const TableDefinition& definition) {
  if (!definition.vector_indexes) return;
  const auto& indexes = *definition.vector_indexes;
  if (indexes.empty()) throw invalid_parameter("List of VectorIndexes is empty");
  std::set<std::string_view> names = names_of_other_indexes(definition);
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    check_vector_index(indexes[i], definition.attribute_definitions);
    for (std::size_t j = 0; j < i; ++j) {
      check_same_dimensions(indexes[i], indexes[j].attribute,
                            static_cast<std::size_t>(indexes[j].dimensions));
    }
    if (!names.insert(indexes[i].name).second) {
      throw invalid_parameter(fmt::format("Duplicate index name: {}", indexes[i].name));
    }
  }
}

IndexSchema make_vector_schema(const VectorIndexDefinition& index,
                               const Definitions& definitions) {
  IndexSchema schema;
  schema.name = index.name;
  schema.kind = IndexKind::kVector;
  schema.projection = make_projection(index.projection);
  VectorSettings vector{index.attribute, static_cast<std::size_t>(index.dimensions),
                        index.distance, {}};
  for (const SearchElement& element : index.search_schema) {
    auto& part = element.role == SearchRole::kHash ? schema.key.hash : vector.inline_filters;
    part.push_back(*find_definition(definitions, element.attribute));
  }
  schema.vector = std::move(vector);
  return schema;
}

void check_vector_request(const TableUpdate& update) {
  if (!update.vector_updates) return;
  if (update.vector_updates->empty()) {
    throw invalid_parameter("List of VectorIndexUpdates is empty");
  }
  for (const VectorIndexUpdate& each : *update.vector_updates) {
    if (each.creation.has_value() != each.deletion.has_value()) continue;
    throw invalid_parameter(
        "Exactly one of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must be specified");
  }
  if (update.vector_updates->size() > 1) {
    throw Error(ErrorCode::kLimitExceeded,
                "Subscriber limit exceeded: Only 1 online index can be created or deleted "
                "simultaneously per table");
  }
}

void check_vector_updates(const TableState& before, const TableUpdate& update) {
  if (!update.vector_updates) return;
  for (const VectorIndexUpdate& each : *update.vector_updates) {
    if (each.creation) check_creation(*each.creation, before, update);
    if (each.creation) check_no_other_change(before, {});
    if (!each.deletion) continue;
    check_deletion(each.deletion->name, before);
    check_index_conflict(before, {.creation = {}, .update = {}, .deletion = each.deletion});
    check_no_other_change(before, each.deletion->name);
  }
}

TableState apply_vector_updates(TableState state, const TableUpdate& update,
                                const UpdateContext& context) {
  if (!update.vector_updates) return state;
  for (const VectorIndexUpdate& each : *update.vector_updates) {
    if (each.deletion) state = after_deletion(std::move(state), each.deletion->name, context);
    if (!each.creation) continue;
    Definitions& definitions = state.settings.attribute_definitions;
    add_definitions(definitions, *each.creation,
                    update.attribute_definitions.value_or(Definitions{}));
    auto schema = std::make_shared<TableSchema>(*state.schema);
    schema->add_index(make_vector_schema(*each.creation, definitions));
    schema->indexes.back().phase = first_index_phase(context.durations);
    state.schema = std::move(schema);
  }
  return state;
}

}  // namespace stator::engine

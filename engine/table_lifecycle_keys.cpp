// The rules, in the order that their errors win. Texts are measured (2026), the order is captured
// (2013 to 2021) but for rule 7, which was measured to mask all that follow.
//
//   1  a name is defined twice
//   2  the table's key: more attributes than definitions; undefined; same name twice; roles
//   3  without indexes: as many definitions as keys
//   4  local indexes: an empty list; the table has no range key
//   5  each local key: undefined; same name twice; roles; no range key; another hash key
//   6  global indexes: an empty list; each key: undefined; roles and number; same name twice
//   7  with indexes: a definition that no key uses
//   8  each local, then each global index: projection; name used twice; then the number of indexes
//   9  attributes named by all projections
#include "engine/table_lifecycle_keys.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/error.h"
#include "model/limits.h"

namespace stator::engine {
namespace {

using Definitions = std::vector<KeyAttribute>;
using Key = std::vector<KeyElement>;

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("[{}]", fmt::join(names, ", "));
}

std::vector<std::string> names_of(const Key& key) {
  std::vector<std::string> names;
  for (const KeyElement& element : key) names.push_back(element.attribute);
  return names;
}

std::vector<std::string> names_of(const Definitions& definitions) {
  std::vector<std::string> names;
  for (const KeyAttribute& definition : definitions) names.push_back(definition.name);
  return names;
}

void check_definitions(const Definitions& definitions) {
  std::set<std::string_view> seen;
  for (const KeyAttribute& definition : definitions) {
    if (!seen.insert(definition.name).second) {
      throw validation_error(fmt::format("Attribute Name is duplicated: {}", definition.name));
    }
  }
}

// The key of a table or of a local index: HASH, then RANGE, or HASH alone. The constraints hold its
// length to one or two.
void check_simple_key(const Key& key) {
  if (key.size() > 1 && key[0].attribute == key[1].attribute) {
    throw validation_error(
        "Both the Hash Key and the Range Key element in the KeySchema have the same name");
  }
  if (key.empty() || key[0].role != KeyRole::kHash) {
    throw validation_error(
        "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  }
  if (key.size() > 1 && key[1].role != KeyRole::kRange) {
    throw validation_error(
        "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  }
}

void check_table_key(const TableDefinition& definition) {
  if (definition.key.size() > definition.attribute_definitions.size()) {
    throw validation_error("Invalid KeySchema: Some index key attribute have no definition");
  }
  check_key_is_defined(definition.key, definition.attribute_definitions);
  check_simple_key(definition.key);
}

void check_local_keys(const TableDefinition& definition) {
  if (definition.local_indexes->empty()) {
    throw invalid_parameter("List of LocalSecondaryIndexes is empty");
  }
  if (definition.key.size() < 2) {
    throw invalid_parameter(
        "Table KeySchema does not have a range key, which is required when specifying a "
        "LocalSecondaryIndex");
  }
  for (const IndexDefinition& index : *definition.local_indexes) {
    check_key_is_defined(index.key, definition.attribute_definitions);
    check_simple_key(index.key);
    if (index.key.size() < 2) {
      throw invalid_parameter(
          fmt::format("Index KeySchema does not have a range key for index: {}", index.name));
    }
    const std::string& index_hash = index.key[0].attribute;
    const std::string& table_hash = definition.key[0].attribute;
    if (index_hash != table_hash) {
      throw invalid_parameter(fmt::format(
          "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
          "{}. index hash key: {}, table hash key: {}",
          index.name, index_hash, table_hash));
    }
  }
}

void check_global_keys(const TableDefinition& definition) {
  if (definition.global_indexes->empty()) {
    throw invalid_parameter("List of GlobalSecondaryIndexes is empty");
  }
  for (const IndexDefinition& index : *definition.global_indexes) {
    check_key_is_defined(index.key, definition.attribute_definitions);
    check_global_key(index.key);
  }
}

// Rule 7. The service lists both sets in the order of a hash table; here they are in request order.
void check_definitions_are_used(const TableDefinition& definition) {
  std::vector<std::string> used;
  const auto use = [&used](const auto& elements) {
    for (const auto& element : elements) {
      if (std::find(used.begin(), used.end(), element.attribute) == used.end()) {
        used.push_back(element.attribute);
      }
    }
  };
  use(definition.key);
  for (const auto* indexes : {&definition.local_indexes, &definition.global_indexes}) {
    if (!*indexes) continue;
    for (const IndexDefinition& index : **indexes) use(index.key);
  }
  if (definition.vector_indexes) {
    for (const VectorIndexDefinition& index : *definition.vector_indexes) use(index.search_schema);
  }
  if (used.size() < definition.attribute_definitions.size()) {
    throw invalid_parameter(fmt::format(
        "Some AttributeDefinitions are not used. AttributeDefinitions: {}, keys used: {}",
        joined(names_of(definition.attribute_definitions)), joined(used)));
  }
}

// Adds the names to `names`.
void check_projections_and_names(const std::vector<IndexDefinition>& indexes,
                                 std::set<std::string_view>& names) {
  for (const IndexDefinition& index : indexes) {
    check_projection(index.projection);
    if (!names.insert(index.name).second) {
      throw invalid_parameter(fmt::format("Duplicate index name: {}", index.name));
    }
  }
}

std::string_view projection_type_name(ProjectionType type) {
  switch (type) {
    case ProjectionType::kAll:
      return "ALL";
    case ProjectionType::kInclude:
      return "INCLUDE";
    case ProjectionType::kKeysOnly:
      break;
  }
  return "KEYS_ONLY";
}

}  // namespace

const KeyAttribute* find_definition(const Definitions& definitions, std::string_view name) {
  const auto at = std::find_if(definitions.begin(), definitions.end(),
                               [&](const KeyAttribute& each) { return each.name == name; });
  return at != definitions.end() ? &*at : nullptr;
}

void check_keys(const TableDefinition& definition) {
  check_definitions(definition.attribute_definitions);
  check_table_key(definition);
  if (!definition.local_indexes && !definition.global_indexes && !definition.vector_indexes) {
    if (definition.key.size() != definition.attribute_definitions.size()) {
      throw invalid_parameter(
          "Number of attributes in KeySchema does not exactly match number of attributes defined "
          "in AttributeDefinitions");
    }
    return;
  }
  if (definition.local_indexes) check_local_keys(definition);
  if (definition.global_indexes) check_global_keys(definition);
  check_definitions_are_used(definition);
}

void check_indexes(const TableDefinition& definition) {
  std::set<std::string_view> names;
  std::size_t projected = 0;
  if (definition.local_indexes) {
    check_projections_and_names(*definition.local_indexes, names);
    if (definition.local_indexes->size() > limits::kLocalIndexesMax) {
      throw invalid_parameter(
          fmt::format("Number of LocalSecondaryIndexes exceeds per-table limit of {}",
                      limits::kLocalIndexesMax));
    }
    for (const auto& index : *definition.local_indexes) {
      projected += projected_attribute_count(index);
    }
  }
  if (definition.global_indexes) {
    check_projections_and_names(*definition.global_indexes, names);
    if (definition.global_indexes->size() > limits::kGlobalIndexesMax) {
      throw invalid_parameter(
          fmt::format("GlobalSecondaryIndex count exceeds the per-table limit of {}",
                      limits::kGlobalIndexesMax));
    }
    for (const auto& index : *definition.global_indexes) {
      projected += projected_attribute_count(index);
    }
  }
  check_projected_attributes(projected);
}

// Roles and numbers before names: the order among these is unmeasured.
void check_global_key(const Key& key) {
  if (key.empty() || key[0].role != KeyRole::kHash) {
    throw validation_error(
        "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  }
  const auto is_hash = [](const KeyElement& element) { return element.role == KeyRole::kHash; };
  const auto first_range = std::find_if_not(key.begin(), key.end(), is_hash);
  if (std::any_of(first_range, key.end(), is_hash)) {
    throw invalid_parameter(
        "All HASH key attributes must precede RANGE key attributes in the KeySchema");
  }
  const auto hash_count = static_cast<std::size_t>(first_range - key.begin());
  if (hash_count > limits::kGlobalIndexHashAttributesMax) {
    throw invalid_parameter(
        "The KeySchema exceeds the maximum allowed number of HASH key attributes");
  }
  if (key.size() - hash_count > limits::kGlobalIndexRangeAttributesMax) {
    throw invalid_parameter(
        "The KeySchema exceeds the maximum allowed number of RANGE key attributes");
  }
  std::set<std::string_view> names;
  for (const KeyElement& element : key) {
    if (!names.insert(element.attribute).second) {
      throw validation_error("The KeySchema contains multiple key attributes with the same name");
    }
  }
}

void check_key_is_defined(const Key& key, const Definitions& definitions) {
  const bool is_defined = std::all_of(key.begin(), key.end(), [&](const KeyElement& element) {
    return find_definition(definitions, element.attribute) != nullptr;
  });
  if (is_defined) return;
  throw invalid_parameter(fmt::format(
      "Some index key attributes are not defined in AttributeDefinitions. Keys: {}, "
      "AttributeDefinitions: {}",
      joined(names_of(key)), joined(names_of(definitions))));
}

void check_projection(const ProjectionDefinition& projection) {
  if (!projection.type) throw invalid_parameter("Unknown ProjectionType: null");
  if (*projection.type != ProjectionType::kInclude) {
    if (projection.non_key_attributes) {
      throw invalid_parameter(fmt::format("ProjectionType is {}, but NonKeyAttributes is specified",
                                          projection_type_name(*projection.type)));
    }
    return;
  }
  if (!projection.non_key_attributes) {
    throw invalid_parameter("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
  }
  std::set<std::string_view> names;
  for (const std::string& name : *projection.non_key_attributes) {
    if (!names.insert(name).second) {
      throw invalid_parameter(fmt::format("Duplicate element in NonKeyAttributes: {}", name));
    }
  }
}

std::size_t projected_attribute_count(const IndexDefinition& index) {
  return index.projection.non_key_attributes ? index.projection.non_key_attributes->size() : 0;
}

// The limit is documented; its text has not been seen, so this one is ours.
void check_projected_attributes(std::size_t count) {
  if (count > limits::kProjectedAttributesMax) {
    throw invalid_parameter(fmt::format(
        "Number of NonKeyAttributes of all indexes exceeds per-table limit of {}",
        limits::kProjectedAttributesMax));
  }
}

KeySchema make_key_schema(const Key& key, const Definitions& definitions) {
  KeySchema schema;
  for (const KeyElement& element : key) {
    auto& part = element.role == KeyRole::kHash ? schema.hash : schema.range;
    part.push_back(*find_definition(definitions, element.attribute));
  }
  return schema;
}

IndexProjection make_projection(const ProjectionDefinition& definition) {
  IndexProjection projection;
  projection.type = *definition.type;
  if (definition.non_key_attributes) {
    projection.non_key_attributes = *definition.non_key_attributes;
    std::sort(projection.non_key_attributes.begin(), projection.non_key_attributes.end());
  }
  return projection;
}

IndexSchema make_index_schema(const IndexDefinition& index, IndexKind kind,
                              const Definitions& definitions) {
  IndexSchema schema;
  schema.name = index.name;
  schema.kind = kind;
  schema.key = make_key_schema(index.key, definitions);
  schema.projection = make_projection(index.projection);
  return schema;
}

}  // namespace stator::engine

#include "model/schema.h"

#include <algorithm>
#include <utility>

namespace stator {
namespace {

const KeyAttribute* find_by_name(const std::vector<KeyAttribute>& attributes,
                                 std::string_view name) {
  const auto at = std::find_if(attributes.begin(), attributes.end(),
                               [&](const KeyAttribute& key) { return key.name == name; });
  return at != attributes.end() ? &*at : nullptr;
}

void append_names(std::vector<std::string>& names, const KeySchema& key) {
  for (const KeyAttribute& attribute : key.hash) names.push_back(attribute.name);
  for (const KeyAttribute& attribute : key.range) names.push_back(attribute.name);
}

// R24: an entry holds the table's keys, the index's keys and what the projection adds.
std::vector<std::string> entry_attributes(const IndexSchema& index, const KeySchema& table_key) {
  std::vector<std::string> names;
  if (index.projection.type == ProjectionType::kAll) return names;
  if (index.projection.type == ProjectionType::kInclude) {
    names = index.projection.non_key_attributes;
  }
  append_names(names, table_key);
  append_names(names, index.key);
  if (index.vector) {
    names.push_back(index.vector->attribute);
    append_names(names, KeySchema{index.vector->inline_filters, {}});
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool is_local(const IndexSchema& index) { return index.kind == IndexKind::kLocal; }

}  // namespace

std::string_view scalar_type_name(ScalarType type) {
  switch (type) {
    case ScalarType::kS:
      return "S";
    case ScalarType::kN:
      return "N";
    case ScalarType::kB:
      break;
  }
  return "B";
}

bool has_type(const AttributeValue& value, ScalarType type) {
  switch (type) {
    case ScalarType::kS:
      return value.type() == AttributeType::kS;
    case ScalarType::kN:
      return value.type() == AttributeType::kN;
    case ScalarType::kB:
      break;
  }
  return value.type() == AttributeType::kB;
}

bool KeySchema::contains(std::string_view name) const { return find(name) != nullptr; }

const KeyAttribute* KeySchema::find(std::string_view name) const {
  if (const KeyAttribute* attribute = find_by_name(hash, name)) return attribute;
  return find_by_name(range, name);
}

bool IndexSchema::projects(std::string_view attribute) const {
  return projection.type == ProjectionType::kAll ||
         std::binary_search(projected_attributes.begin(), projected_attributes.end(), attribute,
                            std::less<>());
}

bool IndexSchema::defines(std::string_view attribute) const {
  return key.contains(attribute) ||
         (vector && find_by_name(vector->inline_filters, attribute) != nullptr);
}

void TableSchema::add_index(IndexSchema index) {
  index.projected_attributes = entry_attributes(index, key);
  const auto first_global = std::find_if_not(indexes.begin(), indexes.end(), is_local);
  const auto position = is_local(index) ? first_global : indexes.end();
  indexes.insert(position, std::move(index));
}

const IndexSchema* TableSchema::find_index(std::string_view index_name) const {
  const auto at = std::find_if(indexes.begin(), indexes.end(), [&](const IndexSchema& index) {
    return index.name == index_name;
  });
  return at != indexes.end() ? &*at : nullptr;
}

bool TableSchema::has_local_indexes() const {
  return !indexes.empty() && is_local(indexes.front());
}

}  // namespace stator

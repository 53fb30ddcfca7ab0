// Short spellings of values, items and schemas for the tests of storage.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/attribute_value.h"
#include "model/item.h"
#include "model/schema.h"
#include "storage/table.h"

namespace stator::storage {

inline AttributeValue text(std::string_view value) { return AttributeValue::string(value); }

inline AttributeValue number(std::string_view value) {
  return AttributeValue(std::get<Number>(Number::parse(value)));
}

inline AttributeValue binary(std::string_view bytes) {
  return AttributeValue(Binary{std::string(bytes)});
}

inline AttributeValue texts(std::vector<Text> elements) {
  return AttributeValue::string_set(std::move(elements));
}

inline AttributeValue numbers(std::initializer_list<std::string_view> elements) {
  std::vector<Number> parsed;
  for (const std::string_view element : elements) {
    parsed.push_back(std::get<Number>(Number::parse(element)));
  }
  return AttributeValue::number_set(std::move(parsed));
}

inline ItemRef item(std::vector<Attribute> attributes) {
  return make_item(AttributeMap(std::move(attributes)));
}

inline KeyAttribute string_key(std::string_view name) {
  return {std::string(name), ScalarType::kS};
}
inline KeyAttribute number_key(std::string_view name) {
  return {std::string(name), ScalarType::kN};
}

inline IndexProjection all() { return {}; }
inline IndexProjection keys_only() { return {ProjectionType::kKeysOnly, {}}; }
inline IndexProjection include(std::vector<std::string> names) {
  return {ProjectionType::kInclude, std::move(names)};
}

inline IndexSchema global_index(std::string_view name, KeySchema key, IndexProjection projection) {
  return {std::string(name), IndexKind::kGlobal, std::move(key), std::move(projection), {}};
}

// A table "sample" with the keys pk and sk, and the given indexes.
inline TableSchema sample_schema(std::vector<IndexSchema> indexes) {
  TableSchema schema{"sample", KeySchema{{string_key("pk")}, {string_key("sk")}}, {}};
  for (IndexSchema& index : indexes) schema.add_index(std::move(index));
  return schema;
}

inline std::shared_ptr<const TableSchema> shared(TableSchema schema) {
  return std::make_shared<const TableSchema>(std::move(schema));
}

inline std::shared_ptr<Table> named_table(std::string_view name) {
  TableSchema schema = sample_schema({});
  schema.name = name;
  return std::make_shared<Table>(shared(std::move(schema)), TableSettings());
}

}  // namespace stator::storage

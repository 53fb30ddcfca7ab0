// What the micro-benchmarks measure with: an item and a table's schema, as bench/operations.py has
// them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "model/attribute_value.h"
#include "model/key_bytes.h"
#include "model/schema.h"
#include "server/wire/json.h"
#include "server/wire/values.h"

namespace stator::micro {

// Attributes from JSON as it is on the wire.
inline AttributeMap attributes_of(std::string json) {
  const wire::JsonDocument document(json);
  return wire::decode_item(*document.root(), wire::Place::kMember).take();
}

inline std::string user_key(std::size_t number) {
  std::string digits = std::to_string(number);
  return "user#" + std::string(7 - digits.size(), '0') + digits;
}

// An item of 200 bytes.
inline std::string user_json(std::size_t number, std::string_view visits) {
  const std::string key = user_key(number);
  return R"({"pk":{"S":")" + key + R"("},"sk":{"S":"profile"},"group":{"S":"group#)" +
         key.substr(5) + R"("},"visits":{"N":")" + std::string(visits) + R"("},"name":{"S":")" +
         std::string(95, 'n') + R"("},"mail":{"S":")" + std::string(40, 'm') +
         R"("},"tags":{"SS":["x","y"]}})";
}

inline const KeySchema& table_keys() {
  static const KeySchema schema{{{"pk", ScalarType::kS}}, {{"sk", ScalarType::kS}}};
  return schema;
}

inline KeyBytes user_table_key(std::size_t number) {
  AttributeMap key;
  key.set("pk", AttributeValue::string(user_key(number)));
  key.set("sk", AttributeValue::string("profile"));
  return table_key(key, table_keys());
}

// A table with one index that projects everything.
inline std::shared_ptr<const TableSchema> table_schema() {
  TableSchema schema;
  schema.name = "bench";
  schema.key = table_keys();
  IndexSchema index;
  index.name = "by_group";
  index.key = KeySchema{{{"group", ScalarType::kS}}, {}};
  schema.add_index(std::move(index));
  return std::make_shared<const TableSchema>(std::move(schema));
}

}  // namespace stator::micro

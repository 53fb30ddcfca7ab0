#include "model_random.h"

#include <string>
#include <utility>

namespace stator::server::testing {

ModelIndex ModelRandom::global_index(std::size_t number) {
  ModelIndex index;
  index.name = "gsi" + std::to_string(number);
  const std::string prefix = "g" + std::to_string(number);
  for (std::size_t i = 0; i <= below(2); ++i) {
    index.key.hash.emplace_back(prefix + "h" + std::to_string(i), key_type());
  }
  for (std::size_t i = below(3); i > 0; --i) {
    index.key.range.emplace_back(prefix + "r" + std::to_string(i), key_type());
  }
  return with_projection(std::move(index));
}

ModelIndex ModelRandom::with_projection(ModelIndex index) {
  index.projection = "AIK"[below(3)];
  if (index.projection == 'I') index.non_key_attributes = {"x1", "x3"};
  return index;
}

ModelSchema ModelRandom::schema() {
  ModelSchema schema;
  schema.key.hash = {{"pk", key_type()}};
  const bool composite = !chance(4);
  if (composite) schema.key.range = {{"sk", key_type()}};
  for (std::size_t i = below(4); i > 0; --i) schema.indexes.push_back(global_index(i));
  for (std::size_t i = composite ? below(3) : 0; i > 0; --i) {
    ModelIndex index;
    index.name = "lsi" + std::to_string(i);
    index.is_local = true;
    index.key.hash = schema.key.hash;
    index.key.range = {{"l" + std::to_string(i), key_type()}};
    schema.indexes.push_back(with_projection(std::move(index)));
  }
  return schema;
}

ModelValue ModelRandom::value(char type) {
  switch (type) {
    case 'S':
      return {'S', std::string(1 + below(3), "abc"[below(3)])};
    case 'N':
      return {'N', std::to_string(static_cast<long>(below(2400)) - 1200)};
    case 'B':
      return {'B', std::string(3, "abc"[below(3)])};
    default:
      return {'L', chance(2) ? "" : chance(2) ? "p" : "p,qq"};
  }
}

ModelValue ModelRandom::key_value(char type) {
  if (type == 'N') return {'N', std::to_string(static_cast<long>(below(4 * spread_)) - 2)};
  const std::string number = spread_ == 1 ? "" : std::to_string(100 + below(spread_));
  return type == 'S' ? ModelValue{'S', std::string(1 + below(2), "ab"[below(2)]) + number}
                     : ModelValue{'B', value('B').text + number};
}

void ModelRandom::add_key(const ModelKey& key, ModelItem& item) {
  for (const auto* part : {&key.hash, &key.range}) {
    for (const auto& [name, type] : *part) item[name] = key_value(type);
  }
}

ModelItem ModelRandom::key(const ModelSchema& schema) {
  ModelItem key;
  add_key(schema.key, key);
  return key;
}

ModelItem ModelRandom::item(const ModelSchema& schema) {
  ModelItem item;
  for (const ModelIndex& index : schema.indexes) {
    if (chance(3)) continue;
    add_key(index.key, item);
    if (chance(4) && !index.key.range.empty()) item.erase(index.key.range.front().first);
  }
  add_key(schema.key, item);
  for (const char* name : {"x1", "x2", "x3"}) {
    if (chance(2)) item[name] = value("SNBL"[below(4)]);
  }
  if (chance(6)) item["x1"] = {'S', std::string(900 + below(1500), 'z')};
  return item;
}

}  // namespace stator::server::testing

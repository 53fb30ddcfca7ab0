// Random schemas, keys, values and items for the model test: few distinct keys, so that writes
// meet each other, and values of every kind that the reference knows.
#pragma once

#include <cstdint>
#include <random>

#include "model_reference.h"

namespace stator::server::testing {

class ModelRandom {
 public:
  // Each key attribute has a few times `spread` values: the fewer, the more writes meet.
  explicit ModelRandom(std::uint64_t seed, std::size_t spread = 1)
      : random_(seed), spread_(spread) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }

  ModelSchema schema();
  ModelValue value(char type);
  // Of few values, so that keys meet (see `spread`).
  ModelValue key_value(char type);
  // Sets random values of the attributes of a key.
  void add_key(const ModelKey& key, ModelItem& item);
  ModelItem key(const ModelSchema& schema);
  // An item with some of the indexes' keys, in whole or in part.
  ModelItem item(const ModelSchema& schema);
  char key_type() { return "SNB"[below(3)]; }

  // With a key of its own, whose attributes are named after the number.
  ModelIndex global_index(std::size_t number);

 private:
  ModelIndex with_projection(ModelIndex index);

  std::mt19937_64 random_;
  std::size_t spread_;
};

}  // namespace stator::server::testing

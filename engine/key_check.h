// Keys and index keys against a schema, with faults as values.
#pragma once

#include <optional>
#include <string>

#include "model/attribute_value.h"
#include "model/schema.h"

namespace stator::engine {

// A key that a request cannot use.
struct KeyFault {
  std::string message;
  // True when the key does not fit the table's schema (name, number, type): inside a transaction
  // such an action is a cancellation reason, while other faults refuse the whole request.
  bool is_schema_mismatch = false;
};

// How an operation words a key attribute that an item lacks.
enum class MissingKeyText { kNamed, kGeneric };

// The keys of an item to be put. nullopt: sound.
std::optional<KeyFault> check_item_key(const AttributeMap& item, const KeySchema& schema,
                                       MissingKeyText text);

// A Key parameter: exactly the key attributes. nullopt: sound.
std::optional<KeyFault> check_key(const AttributeMap& key, const KeySchema& schema);

// What changed an item, as far as messages differ.
enum class ItemSource { kPut, kUpdate };

// The index key attributes of an item about to be stored; of attributes that are the same in
// `before` (nullable) nothing is asked. Indexes are asked in order of their names; those that do
// not follow writes are not asked.
std::optional<std::string> check_index_keys(const AttributeMap& after, const AttributeMap* before,
                                            const TableSchema& schema, ItemSource source);

}  // namespace stator::engine

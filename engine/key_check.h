// Keys and index keys against a schema, with faults as values.
#pragma once

#include <optional>
#include <string>

#include "model/attribute_value.h"
#include "model/schema.h"

namespace stator::engine {

// Why a request's key or item cannot be used.
struct KeyFault {
  std::string message;
  // True when the fault is one action's: inside a transaction it is a cancellation reason. An empty
  // key value, of a table or of an index, refuses the whole request instead (measured).
  bool is_cancellation_reason = true;
};

// How an operation words a key attribute that an item lacks.
enum class MissingKeyText { kNamed, kGeneric };

// The keys of an item to be put. nullopt: sound.
std::optional<KeyFault> check_item_key(const AttributeMap& item, const KeySchema& schema,
                                       MissingKeyText text);

// A Key parameter: exactly the key attributes. nullopt: sound.
std::optional<KeyFault> check_key(const AttributeMap& key, const KeySchema& schema);

// Empty and too large values. REQUIRES: `attributes` has all of `schema`, with its types.
std::optional<KeyFault> check_key_values(const AttributeMap& attributes, const KeySchema& schema);

// What changed an item, as far as messages differ.
enum class ItemSource { kPut, kUpdate };

// The index key attributes of an item about to be stored; of attributes that are the same in
// `before` (nullable) nothing is asked. Indexes are asked in order of their names; those that do
// not follow writes are not asked.
std::optional<KeyFault> check_index_keys(const AttributeMap& after, const AttributeMap* before,
                                         const TableSchema& schema, ItemSource source);

}  // namespace stator::engine

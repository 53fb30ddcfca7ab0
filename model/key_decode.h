// Back from KeyBytes to attributes, for reports that name keys.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/attribute_value.h"
#include "model/key_bytes.h"
#include "model/schema.h"

namespace stator {

// Where parts of a key end, counted from its first byte.
struct KeyParts {
  std::size_t partition_end = 0;  // behind the HASH values
  std::size_t sort_end = 0;       // behind the RANGE values
};

// REQUIRES of both: `bytes` begins with the hash and the values of `key`; table_key and index_key
// make such bytes, and partition_prefix does for a key without RANGE attributes.
KeyParts split_key(std::string_view bytes, const KeySchema& key);
AttributeMap decode_key(std::string_view bytes, const KeySchema& key);

}  // namespace stator

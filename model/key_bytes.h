// Keys as bytes whose order is DynamoDB's order.
//
// Every tree, of tables and of indexes alike, is sorted by KeyBytes with memcmp. A key starts with
// an 8-byte hash of its partition, so Scan order is hash order, a parallel segment is a range of
// hashes, and an item collection is a contiguous range (key_bytes.cpp has the grammar).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/attribute_value.h"
#include "model/schema.h"

namespace stator {

using KeyBytes = std::string;

// Appends the order-preserving, self-delimiting encoding of a key value.
// REQUIRES: value is of type S, N or B.
void append_key_value(KeyBytes& out, const AttributeValue& value);

// Appends the encoding of a string or binary without its end, so that the bytes are a prefix of
// the encoding of every value that begins with `bytes`.
void append_key_prefix(KeyBytes& out, std::string_view bytes);

// The hash of a partition, from the encoded values of its HASH attributes.
std::uint64_t partition_hash(std::string_view encoded_partition);

// The hash at the start of a key. REQUIRES: key.size() >= 8.
std::uint64_t hash_of(std::string_view key);

// Appends 8 big-endian bytes.
void append_hash(KeyBytes& out, std::uint64_t hash);

// The key of an item in its table: hash, partition value, sort value.
// REQUIRES: `attributes` holds every attribute of `key` with the declared type.
KeyBytes table_key(const AttributeMap& attributes, const KeySchema& key);

// The key of an item's entry in an index: hash of the index partition, the index key values, then
// the table's key values so that entries with equal index keys stay apart and ordered.
// nullopt when the item lacks an index key attribute or holds it with another type: the item has
// no entry (R25).
std::optional<KeyBytes> index_key(const AttributeMap& attributes, const KeySchema& index,
                                  const KeySchema& table);

// The first `hash, HASH values` bytes shared by all keys of one partition.
// REQUIRES: `values` are the HASH values in schema order.
KeyBytes partition_prefix(std::span<const AttributeValue> values);

// The least byte string greater than every string that starts with `prefix`; empty when there is
// none (prefix is all 0xFF).
KeyBytes prefix_end(std::string_view prefix);

// A range of keys: lower <= key < upper. An empty `upper` means no upper end.
struct KeyRange {
  KeyBytes lower;
  KeyBytes upper;

  bool contains(std::string_view key) const {
    return key >= lower && (upper.empty() || key < upper);
  }
};

// The keys of one segment of a parallel scan: a range of hashes. Segments of one `total` are
// disjoint and cover everything, and depend on nothing but the two numbers.
KeyRange segment_range(std::uint32_t segment, std::uint32_t total);

}  // namespace stator

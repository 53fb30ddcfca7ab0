// The shape of a table: its keys, its indexes, and the settings that descriptions show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/attribute_value.h"
#include "model/clock.h"

namespace stator {

// The types that a key attribute may have, spelled "S", "N", "B" on the wire.
enum class ScalarType { kS, kN, kB };

std::string_view scalar_type_name(ScalarType type);

// True when `value` is of the key type `type`.
bool has_type(const AttributeValue& value, ScalarType type);

struct KeyAttribute {
  std::string name;
  ScalarType type = ScalarType::kS;
  friend bool operator==(const KeyAttribute&, const KeyAttribute&) = default;
};

// HASH attributes, then RANGE attributes, in the order that they sort by. Tables and LSIs have one
// HASH and at most one RANGE attribute; a GSI has one to four HASH and up to four RANGE attributes.
struct KeySchema {
  std::vector<KeyAttribute> hash;
  std::vector<KeyAttribute> range;

  bool contains(std::string_view name) const;
  // The attribute, or nullptr.
  const KeyAttribute* find(std::string_view name) const;
  std::size_t size() const { return hash.size() + range.size(); }
  friend bool operator==(const KeySchema&, const KeySchema&) = default;
};

enum class ProjectionType { kAll, kInclude, kKeysOnly };

struct IndexProjection {
  ProjectionType type = ProjectionType::kAll;
  std::vector<std::string> non_key_attributes;  // sorted; only for kInclude
  friend bool operator==(const IndexProjection&, const IndexProjection&) = default;
};

enum class IndexKind { kLocal, kGlobal, kVector };

// How a vector index compares vectors.
enum class DistanceFunction { kCosine, kDotProduct, kEuclidean };

// What a vector index has beside what every index has. Its key has one HASH attribute or none.
struct VectorSettings {
  std::string attribute;  // the list of numbers
  std::size_t dimensions = 0;
  DistanceFunction distance = DistanceFunction::kCosine;
  std::vector<KeyAttribute> inline_filters;
  friend bool operator==(const VectorSettings&, const VectorSettings&) = default;
};

// What an index of a table goes through when UpdateTable adds or deletes it.
enum class IndexPhase : std::uint8_t {
  kAllocating,   // writes do not reach it yet
  kBackfilling,  // it follows new writes while the entries of older items are made; nobody may read
  kActive,
  kDeleting,  // writes reach it no longer, nobody may read
};

struct Throughput {
  std::int64_t read_capacity_units = 0;
  std::int64_t write_capacity_units = 0;
  friend bool operator==(const Throughput&, const Throughput&) = default;
};

// Maxima of an on-demand table or index; absent members are not limited.
struct OnDemandThroughput {
  std::optional<std::int64_t> max_read_request_units;
  std::optional<std::int64_t> max_write_request_units;
  friend bool operator==(const OnDemandThroughput&, const OnDemandThroughput&) = default;
};

// What an index is, independent of its contents. Immutable once shared.
struct IndexSchema {
  std::string name;
  IndexKind kind = IndexKind::kGlobal;
  KeySchema key;
  IndexProjection projection;
  // The attributes that an entry holds when the projection is not ALL: table keys, index keys and
  // the INCLUDE list, and of a vector index the vector and its filters; sorted and unique.
  // `TableSchema::add_index` fills it.
  std::vector<std::string> projected_attributes;
  std::optional<VectorSettings> vector = {};  // exactly when the kind is kVector
  IndexPhase phase = IndexPhase::kActive;

  // True when writes of items show in the index, on the bill too.
  bool follows_writes() const {
    return phase == IndexPhase::kActive || phase == IndexPhase::kBackfilling;
  }
  // True when entries hold the attribute.
  bool projects(std::string_view attribute) const;
  // True when the attribute is part of the key or filters a vector search, so that it is defined.
  bool defines(std::string_view attribute) const;
};

// What a table is, as far as reading and writing items is concerned. Immutable once shared: a
// change of indexes makes another TableSchema.
struct TableSchema {
  std::string name;
  KeySchema key;
  std::vector<IndexSchema> indexes;  // local ones first, each kind in request order

  // Adds an index and fills its `projected_attributes`.
  void add_index(IndexSchema index);
  // The index, or nullptr.
  const IndexSchema* find_index(std::string_view index_name) const;
  bool has_local_indexes() const;
};

}  // namespace stator

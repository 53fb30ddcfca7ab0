// SearchVectors: the exact nearest neighbours of a vector, by comparing it with every one that the
// conditions let through.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "expressions/search_condition.h"
#include "model/item.h"
#include "model/vector.h"
#include "storage/table.h"

namespace stator::engine {

struct VectorSearch {
  std::shared_ptr<storage::Table> table;
  std::string index_name;
  std::vector<AttributeValue> vector;  // as sent
  std::vector<expressions::SearchCondition> conditions;
  std::size_t hits_max = 0;
};

// A vector that is near, as its index holds it.
struct VectorHit {
  ItemRef entry;
  double score = 0;
};

struct VectorHits {
  std::vector<VectorHit> hits;                // the nearest first
  std::shared_ptr<const TableSchema> schema;  // of the moment of the search
  std::size_t index = 0;                      // position in schema->indexes
  std::size_t searched_bytes = 0;             // of all entries that were compared
};

// Looks at one moment of the table, and holds its lock only to copy the trees. Throws
// ResourceNotFoundException for an index that is not there, ValidationException for a vector or
// conditions that do not fit it.
VectorHits search_vectors(const VectorSearch& search);

}  // namespace stator::engine

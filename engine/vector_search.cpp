// The rules are those of the API's model; the texts are our own.
#include "engine/vector_search.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/error.h"
#include "model/key_bytes.h"

namespace stator::engine {
namespace {

using expressions::SearchCondition;

std::size_t require_vector_index(const TableSchema& schema, const std::string& name) {
  const IndexSchema* index = schema.find_index(name);
  if (index == nullptr || index->phase == IndexPhase::kDeleting) {
    throw Error(ErrorCode::kResourceNotFound,
                fmt::format("Requested resource not found: Index: {} not found for table: {}", name,
                            schema.name));
  }
  if (index->kind != IndexKind::kVector) {
    throw validation_error(fmt::format("The index is not a vector index: {}", name));
  }
  if (index->phase != IndexPhase::kActive) {
    throw validation_error(fmt::format("Cannot read from backfilling vector index: {}", name));
  }
  return static_cast<std::size_t>(index - schema.indexes.data());
}

Vector require_vector(const std::vector<AttributeValue>& values, const IndexSchema& index) {
  if (values.size() != index.vector->dimensions) {
    throw invalid_parameter(
        fmt::format("SearchVector has {} dimensions, but vector index {} has {}", values.size(),
                    index.name, index.vector->dimensions));
  }
  auto vector = read_vector(AttributeValue(List(values)), values.size());
  if (!vector) {
    throw invalid_parameter(
        "SearchVector must be a list of numbers that fit in 32-bit IEEE-754 floating point format");
  }
  return *std::move(vector);
}

const KeyAttribute* find_searchable(const IndexSchema& index, std::string_view name) {
  if (const KeyAttribute* hash = index.key.find(name)) return hash;
  const auto& filters = index.vector->inline_filters;
  const auto found = std::find_if(filters.begin(), filters.end(),
                                  [&](const KeyAttribute& each) { return each.name == name; });
  return found == filters.end() ? nullptr : &*found;
}

void check_conditions(const std::vector<SearchCondition>& conditions, const IndexSchema& index) {
  for (const auto& [name, value] : conditions) {
    const KeyAttribute* attribute = find_searchable(index, name);
    if (attribute == nullptr) {
      throw invalid_parameter(fmt::format(
          "Attribute {} is not part of the SearchSchema of vector index {}", name, index.name));
    }
    if (!has_type(value, attribute->type)) {
      throw invalid_parameter(
          "Condition parameter type does not match schema type");
    }
  }
}

const AttributeValue* find_value(const std::vector<SearchCondition>& conditions,
                                 std::string_view name) {
  const auto found =
      std::find_if(conditions.begin(), conditions.end(),
                   [&](const SearchCondition& each) { return each.attribute == name; });
  return found == conditions.end() ? nullptr : &found->value;
}

// The entries of the partition that the conditions name; all where the index has no HASH.
KeyRange range_of(const std::vector<SearchCondition>& conditions, const IndexSchema& index) {
  if (index.key.hash.empty()) return {};
  std::vector<AttributeValue> partition;
  for (const KeyAttribute& key : index.key.hash) {
    const AttributeValue* value = find_value(conditions, key.name);
    if (value == nullptr) {
      throw validation_error(
          fmt::format("Search condition missed search schema element: {}", key.name));
    }
    partition.push_back(*value);
  }
  KeyRange range;
  range.lower = partition_prefix(partition);
  range.upper = prefix_end(range.lower);
  return range;
}

bool matches(const Item& entry, const std::vector<SearchCondition>& conditions) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const SearchCondition& condition) {
    const AttributeValue* value = entry.find(condition.attribute);
    return value != nullptr && *value == condition.value;
  });
}

// Keeps the nearest of what it is shown. Of equal scores the first one shown wins.
class Nearest {
 public:
  Nearest(DistanceFunction function, std::size_t most) : function_(function), most_(most) {}

  void add(const ItemRef& entry, double score) {
    const auto nearer = [this](const VectorHit& a, const VectorHit& b) {
      return is_nearer(function_, a.score, b.score);
    };
    VectorHit hit{entry, score};
    if (hits_.size() == most_) {
      if (!nearer(hit, hits_.back())) return;
      hits_.pop_back();
    }
    hits_.insert(std::upper_bound(hits_.begin(), hits_.end(), hit, nearer), std::move(hit));
  }

  std::vector<VectorHit> take() { return std::move(hits_); }

 private:
  DistanceFunction function_;
  std::size_t most_;
  std::vector<VectorHit> hits_;  // the nearest first
};

}  // namespace

VectorHits search_vectors(const VectorSearch& search) {
  const storage::Trees trees = search.table->snapshot();
  VectorHits found;
  found.schema = trees.schema;
  found.index = require_vector_index(*trees.schema, search.index_name);
  const IndexSchema& index = trees.schema->indexes[found.index];
  const Vector vector = require_vector(search.vector, index);
  check_conditions(search.conditions, index);
  const KeyRange range = range_of(search.conditions, index);
  Nearest nearest(index.vector->distance, search.hits_max);
  trees.indexes[found.index].entries.ascend(
      range.lower, [&](std::string_view key, const ItemRef& entry) {
        if (!range.upper.empty() && key >= range.upper) return false;
        if (!matches(*entry, search.conditions)) return true;
        const AttributeValue* value = entry->find(index.vector->attribute);
        // Every entry holds a sound vector: that is what makes it one (storage/index_edit.h).
        const Vector candidate = *read_vector(*value, index.vector->dimensions);
        found.searched_bytes += entry->size_bytes();
        nearest.add(entry, score(index.vector->distance, vector, candidate));
        return true;
      });
  found.hits = nearest.take();
  return found;
}

}  // namespace stator::engine

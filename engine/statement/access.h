// What a PartiQL WHERE clause says of keys: how a statement reaches its items.
#pragma once

#include <optional>
#include <vector>

#include "engine/read.h"
#include "expressions/condition.h"
#include "expressions/key_condition.h"
#include "expressions/partiql/tree.h"
#include "model/attribute_value.h"
#include "model/schema.h"

namespace stator::engine {

// A WHERE clause that names one item.
struct KeyedCondition {
  AttributeMap key;                            // exactly the key attributes; types unchecked
  std::optional<expressions::Condition> rest;  // what it asks besides
};

// nullopt: it lacks an equality with a value for some key attribute.
std::optional<KeyedCondition> split_key(const std::optional<expressions::Condition>& where,
                                        const KeySchema& schema);

// How a SELECT reads a table or index.
struct SelectAccess {
  // What selects the entries of each partition to be read, in the order of reading: an equality
  // for every HASH attribute, and conditions on RANGE attributes as far as a Query takes them.
  // Empty: all entries are scanned.
  std::vector<std::vector<expressions::KeyCondition>> partitions;
  ReadOrder order = ReadOrder::kForward;

  bool is_scan() const { return partitions.empty(); }
};

// Equality with the partition key gives one partition, IN (or several equalities joined by OR)
// one for each value, anything else a scan (developer guide, "PartiQL select statements").
// Throws ValidationException when ORDER BY cannot be had, or for more than 50 partitions.
SelectAccess resolve_access(const std::optional<expressions::Condition>& where,
                            const std::vector<expressions::partiql::OrderTerm>& order,
                            const KeySchema& schema);

// Throws what resolve_access throws: for a SELECT of one item, whose order means nothing.
inline void check_order(const std::optional<expressions::Condition>& where,
                        const std::vector<expressions::partiql::OrderTerm>& order,
                        const KeySchema& schema) {
  if (!order.empty()) resolve_access(where, order, schema);
}

}  // namespace stator::engine

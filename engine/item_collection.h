// Item collections: the items of one partition of a table with local indexes, and their entries in
// those.
#pragma once

#include <cstdint>

#include "model/item.h"
#include "storage/table.h"

namespace stator::engine {

// The size of the collection that a key belongs to, in bytes (R61). Visits every item of it.
std::uint64_t collection_bytes(const storage::Trees& trees, const AttributeMap& key);

// Whether a change makes its collection grow beyond so many bytes. A change that makes it smaller,
// or leaves it as it is, is let through however large it is (R61). Adds the collection up only when
// the whole table is larger than that.
bool outgrows_collection(const storage::Trees& trees, const storage::ItemChange& change,
                         std::uint64_t bytes_max);

}  // namespace stator::engine

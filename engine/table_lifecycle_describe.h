// From what is stored to what an answer shows.
//
// Private to table_lifecycle*.cpp.
#pragma once

#include <memory>

#include "engine/table_lifecycle.h"

namespace stator::engine {

// A table as DescribeTable shows it, with everything that goes on. Counts are 0.
TableDescription make_description(std::shared_ptr<const TableSchema> schema,
                                  TableSettings settings, Timestamp now);

// Fills the counts. An index that `trees` does not have is being created: it counts 0.
void count_items(TableDescription& description, const storage::Trees& trees);

}  // namespace stator::engine

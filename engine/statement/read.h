// SELECT: one page of a statement's items, through the one page loop and reads by key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/meter.h"
#include "engine/read.h"
#include "engine/statement/access.h"
#include "model/item.h"

namespace stator::engine {

// Where a page ended.
struct SelectPosition {
  std::size_t partition = 0;  // in SelectAccess::partitions; 0 in a scan
  // Behind this entry of the partition (engine::entry_key); absent: at its start.
  std::optional<AttributeMap> key;
};

struct SelectPlan {
  ReadPlan read;  // its range and order come from `access`
  SelectAccess access;
  std::optional<SelectPosition> start;
  ReadMode mode = ReadMode::kEventual;
  std::uint64_t scan_units_min = 1;  // what a scan costs at least (R21)
};

struct SelectPage {
  std::vector<ItemRef> items;  // evaluated, in order
  AttributeMap last_key;       // of the last entry evaluated, whether there or not
  std::optional<SelectPosition> next;  // absent: nothing is left
};

// Reads and meters (R44, R45): a partition with equalities for the table's whole key like GetItem,
// any other like a Query, everything like a Scan. A page ends as those of Query and Scan do, and
// when several partitions are read after ten items or ten partitions (developer guide, "PartiQL
// operators": "Results are returned in pages of up to 10 items").
// Returns nullopt when the table's indexes changed since the plan was made. Throws
// ValidationException for key values that do not fit the schema.
std::optional<SelectPage> read_select(const SelectPlan& plan, TableMeter& meter);

}  // namespace stator::engine

// The models of NoSQL Workbench: versions 1.0 to 3.0 of its files, and those without a version.
#pragma once

#include "server/load/json_part.h"
#include "server/load/source.h"

namespace stator::server::load {

// CreateTable for each table of {"DataModel": [...]}. Without BillingMode, which old files do not
// have, a table is on demand. Auto scaling is left aside. Throws LoadError.
void read_workbench_tables(const Source& source, const JsonPart& root, const StepSink& sink);

// The items: TableData, and those that old files keep with the facets.
void read_workbench_items(const Source& source, const JsonPart& root, const StepSink& sink);

}  // namespace stator::server::load

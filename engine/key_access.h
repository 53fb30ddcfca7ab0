// Tells the counters of contributor insights which keys a request asked for.
#pragma once

#include "engine/read.h"
#include "engine/write.h"
#include "storage/key_monitor.h"

namespace stator::engine {

// One item of the table was looked up, found or not.
void note_item(const storage::KeyMonitor& monitor, const KeyBytes& key);

// An item was written, or would have been but for its condition; and with it index entries.
void note_write(const storage::KeyMonitor& monitor, const KeyBytes& key,
                const WriteOutcome& outcome, const std::vector<storage::IndexEffect>& effects,
                const TableSchema& schema);

// Every entry that a page evaluated counts as one access: of the global index, or of the table.
void note_page(const storage::KeyMonitor& monitor, const ReadPlan& plan, const Page& page);

}  // namespace stator::engine

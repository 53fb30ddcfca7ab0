// The life of a global index that UpdateTable adds: allocating, backfilling, active. And its end.
//
// The entries of a large table are made in the background, in slices that hold the table's lock for
// a fraction of a millisecond each, so that nobody waits for more than a slice.
#pragma once

#include <memory>
#include <string>

#include "engine/engine.h"
#include "model/schema.h"
#include "storage/table.h"

namespace stator::engine {

// The phase in which a new index begins: with a duration to wait for, the first half of it passes
// before backfilling.
IndexPhase first_index_phase(const StateDurations& durations);

// Brings an index that was just added to the table on its way. It is ACTIVE on return when nothing
// has to be waited for: no duration is set, and the table is small. Takes the table's lock.
void create_index(Engine& engine, const std::shared_ptr<storage::Table>& table, std::string index);

// Goes on where an index was when the table was written to a journal; its time begins again.
void resume_index(Engine& engine, const std::shared_ptr<storage::Table>& table,
                  const IndexSchema& index);

// Takes an index, which is kDeleting, out of the schema when its time has passed.
void delete_index(Engine& engine, const std::shared_ptr<storage::Table>& table, std::string index);

}  // namespace stator::engine

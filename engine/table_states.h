// Tables coming into sight and going out of it, at once or after as long as Engine::durations say.
#pragma once

#include <memory>

#include "engine/engine.h"
#include "storage/database.h"
#include "storage/table.h"

namespace stator::engine {

// Adds a new table as it is, contents and all. False when the name is taken.
// REQUIRES: nobody else knows the table yet.
bool list_table(Engine& engine, storage::Database& database,
                const std::shared_ptr<storage::Table>& table);

// Adds a new table: CREATING for its time, then ACTIVE. False when the name is taken.
// REQUIRES: nobody else knows the table yet.
bool add_table(Engine& engine, storage::Database& database,
               const std::shared_ptr<storage::Table>& table);

// The same for a table that is known already to a replication group.
// REQUIRES: the journal's `making` is held (persistence/definitions.h).
bool add_made_table(Engine& engine, storage::Database& database,
                    const std::shared_ptr<storage::Table>& table);

// Takes a table out: DELETING for its time, then gone. False when it is not there any more. The
// caller should give up its pointer, so that the table is freed in the background.
bool remove_table(Engine& engine, storage::Database& database,
                  std::shared_ptr<storage::Table> table);

// Goes on where a table was when it was written to a journal; its time begins again.
void resume_state(Engine& engine, storage::Database& database,
                  const std::shared_ptr<storage::Table>& table);

}  // namespace stator::engine

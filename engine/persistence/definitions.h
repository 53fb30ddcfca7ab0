// Everything but changes of items, as records: tables and what they are, streams, resets.
//
// Functions write nothing when the engine has no journal, or the table no number yet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/persistence/records.h"
#include "model/clock.h"
#include "storage/database.h"
#include "storage/table.h"

namespace stator::engine {

// The table as it is defined now.
TableRecord record_of(Engine& engine, const storage::Table& table)
    STATOR_REQUIRES_SHARED(table.mutex());

// To be called under the lock under which the definition was changed.
void journal_definition(Engine& engine, const storage::Table& table)
    STATOR_REQUIRES_SHARED(table.mutex());

// Gives a table that nobody knows its name, and with a journal its number, and writes what it
// holds.
// REQUIRES: the journal's `making` is held, shared.
void journal_contents(Engine& engine, storage::Table& table, const storage::Database& database)
    STATOR_REQUIRES_SHARED(table.mutex());

// Holds the journal's `making`, if there is a journal.
class TableMaking {
 public:
  explicit TableMaking(Engine& engine) STATOR_NO_ANALYSIS;
  ~TableMaking() STATOR_NO_ANALYSIS;
  TableMaking(const TableMaking&) = delete;
  TableMaking& operator=(const TableMaking&) = delete;

 private:
  Engine& engine_;
};

void journal_table_gone(Engine& engine, const storage::Table& table);
void journal_stream_closed(Engine& engine, const Stream& stream, Timestamp closed);
// `tables`: the numbers of those that the reset dropped.
void journal_reset(Engine& engine, const std::vector<std::uint64_t>& tables);

}  // namespace stator::engine

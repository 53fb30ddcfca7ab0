// The parts of CreateTable that make a table, for everything else that makes one.
//
// Private to table_lifecycle*.cpp.
#pragma once

#include <memory>

#include "engine/table_lifecycle.h"
#include "model/clock.h"
#include "model/entropy.h"
#include "model/schema.h"
#include "model/table_settings.h"

namespace stator::engine {

// REQUIRES of all functions: the definition passed the checks of CreateTable.
std::shared_ptr<const TableSchema> make_schema(const TableDefinition& definition);
TableSettings make_settings(const TableDefinition& definition, const Caller& caller, Timestamp now,
                            Entropy& entropy);

// Turns the description of a table into the answer to its creation: what that does not show yet is
// left out.
void show_as_creating(TableDescription& description, const TableDefinition& definition);

}  // namespace stator::engine

// Tables and data that are there from the start: --load FILE|DIR.
//
// What a file is is told by its content (format.h). Each is read into steps, calls of ordinary
// operations that know the file and the line that they come from (step.h), so that what the service
// would refuse is refused here, in its words. All definitions come first, then all data; both in
// the order of the sources, the files of a directory by name.
//
// Tables that are there before (from --data-dir) stay as they are: what a load defines or holds for
// them is left out. Loading is free of charge: the ledger is empty afterwards, and every state that
// takes its time (--table-delay) takes none.
#pragma once

#include "engine/engine.h"
#include "server/command_line/load_options.h"

namespace stator::server::load {

// Throws LoadError, whose message names file and line, at the first fault; the tables that the load
// made are gone again then. To be called before the first request.
void load(engine::Engine& engine, const LoadOptions& options);

}  // namespace stator::server::load

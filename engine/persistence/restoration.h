// Putting what a capture shows into the place of everything, while the server runs.
//
// The tables are made first: they share the trees of the capture, so that this takes microseconds
// for each, whatever it holds. Then they take the places of those that there are, all of a
// namespace in one step. A request that has found a table finishes on it.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/engine.h"
#include "engine/persistence/snapshot.h"

namespace stator::engine {

// `kept` is what the journal, if there is one, called the capture when it was to keep it.
//
// Jobs that are running go on, and are not seen. What was metered stays.
// REQUIRES: the engine's gate is closed; the capture is of `capture_moment`.
void restore(Engine& engine, const Capture& captured, std::optional<std::uint64_t> kept);

}  // namespace stator::engine

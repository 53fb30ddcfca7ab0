// What the paths below /_stator/snapshots answer: JSON documents like those of the other paths of
// the server's own.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/engine.h"
#include "server/dispatcher.h"

namespace stator::server {

// Takes, restores, removes or lists snapshots of everything (engine/persistence/named_snapshots.h).
// A list needs no name. 400 for what is no name, 404 for one that no snapshot has.
ApiReply answer_snapshots(engine::Engine& engine, SnapshotAction action, std::string_view name);

}  // namespace stator::server

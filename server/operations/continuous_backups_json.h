// Writes ContinuousBackupsDescription, the answer of both operations on continuous backups.
#pragma once

#include <optional>

#include "engine/continuous_backups.h"
#include "server/wire/json_writer.h"

namespace stator::server {

// The whole answer.
void write_continuous_backups(wire::JsonWriter& json,
                              const std::optional<engine::RecoveryWindow>& window);

}  // namespace stator::server

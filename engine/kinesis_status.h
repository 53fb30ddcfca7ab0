// The state in which a Kinesis streaming destination is described.
#pragma once

#include <cstdint>

#include "model/table_settings.h"

namespace stator::engine {

enum class KinesisStatus : std::uint8_t { kActive, kDisabled, kEnableFailed };

// Enabling fails for whatever is not the ARN of a data stream, and for nothing else.
KinesisStatus status_of(const KinesisDestination& destination);

}  // namespace stator::engine

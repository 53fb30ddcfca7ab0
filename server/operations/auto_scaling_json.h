// TableAutoScalingDescription, the answer of both operations on auto scaling.
#pragma once

#include "engine/auto_scaling.h"
#include "server/wire/json_writer.h"

namespace stator::server {

// The whole answer.
void write_auto_scaling(wire::JsonWriter& out,
                        const engine::TableAutoScalingDescription& description);

}  // namespace stator::server

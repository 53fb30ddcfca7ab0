// TableAutoScalingDescription, the answer of both operations on auto scaling.
#pragma once

#include <string_view>

#include "engine/auto_scaling.h"
#include "server/wire/json_writer.h"

namespace stator::server {

// The whole answer.
void write_auto_scaling(wire::JsonWriter& out,
                        const engine::TableAutoScalingDescription& description);

// AutoScalingSettingsDescription of one kind of capacity, as a member of this name.
void write_scaling(wire::JsonWriter& out, std::string_view name, const AutoScaling& scaling);

}  // namespace stator::server

// What the reading operations share: projections, consistency, writing items.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/meter.h"
#include "expressions/projection.h"
#include "expressions/substitutions.h"
#include "model/attribute_value.h"
#include "server/wire/json_writer.h"

namespace stator::server {

// AttributesToGet as a projection. Throws for a name given twice.
std::optional<expressions::ProjectionPaths> bind_attributes_to_get(
    const std::optional<std::vector<std::string>>& attributes_to_get);

// The projection of a read by key: ProjectionExpression with its names, or `attributes_to_get`.
std::optional<expressions::ProjectionPaths> bind_item_projection(
    std::optional<expressions::ProjectionPaths> attributes_to_get,
    const std::optional<std::string>& projection_expression,
    std::optional<expressions::NameMap>& names);

engine::ReadMode read_mode(const std::optional<bool>& consistent_read);

// Writes the attributes, or the parts of them that the projection names.
void write_projected(wire::JsonWriter& out, const AttributeMap& attributes,
                     const std::optional<expressions::ProjectionPaths>& projection);

}  // namespace stator::server

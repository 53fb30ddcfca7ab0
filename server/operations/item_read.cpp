#include "server/operations/item_read.h"

#include <algorithm>

#include "model/error.h"
#include "server/operations/parameters.h"
#include "server/wire/value_json.h"

namespace stator::server {

std::optional<expressions::ProjectionPaths> bind_attributes_to_get(
    const std::optional<std::vector<std::string>>& attributes_to_get) {
  if (!attributes_to_get) return std::nullopt;
  std::vector<std::string> sorted = *attributes_to_get;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    throw invalid_parameter("Duplicate value in attribute name: " + *twice);
  }
  return expressions::ProjectionPaths::of_attributes(*attributes_to_get);
}

std::optional<expressions::ProjectionPaths> bind_item_projection(
    std::optional<expressions::ProjectionPaths> attributes_to_get,
    const std::optional<std::string>& projection_expression,
    std::optional<expressions::NameMap>& names) {
  std::optional<wire::WireValues> no_values;
  auto substitutions = take_substitutions(
      names, no_values, {.has_expression = projection_expression.has_value()});
  auto projection = bind_projection(projection_expression, substitutions);
  substitutions.check_all_used();
  return projection ? std::move(projection) : std::move(attributes_to_get);
}

engine::ReadMode read_mode(const std::optional<bool>& consistent_read) {
  return consistent_read.value_or(false) ? engine::ReadMode::kStrong : engine::ReadMode::kEventual;
}

void write_projected(wire::JsonWriter& out, const AttributeMap& attributes,
                     const std::optional<expressions::ProjectionPaths>& projection) {
  if (projection) {
    wire::write_attributes(out, projection->project(attributes));
  } else {
    wire::write_attributes(out, attributes);
  }
}

}  // namespace stator::server

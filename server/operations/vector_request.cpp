#include "server/operations/vector_request.h"

namespace stator::server {

engine::SearchElement to_search_element(const wire::SearchSchemaElement& element) {
  return {*element.attribute_name,
          *element.type == "HASH" ? engine::SearchRole::kHash : engine::SearchRole::kInlineFilter};
}

DistanceFunction to_distance_function(const std::string& function) {
  if (function == "COSINE") return DistanceFunction::kCosine;
  return function == "EUCLIDEAN" ? DistanceFunction::kEuclidean : DistanceFunction::kDotProduct;
}

std::vector<engine::VectorIndexUpdate> to_vector_updates(
    const std::vector<wire::VectorIndexUpdate>& updates) {
  std::vector<engine::VectorIndexUpdate> result;
  for (const auto& each : updates) {
    engine::VectorIndexUpdate update;
    if (each.create) update.creation = to_vector_index(*each.create);
    if (each.delete_) update.deletion = engine::IndexDeletion{*each.delete_->index_name};
    result.push_back(std::move(update));
  }
  return result;
}

}  // namespace stator::server

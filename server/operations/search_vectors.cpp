#include "server/operations/search_vectors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/vector_search.h"
#include "model/error.h"
#include "server/operations/capacity_json.h"
#include "server/operations/item_read.h"
#include "server/operations/metering.h"
#include "server/operations/parameters.h"

namespace stator::server {
namespace {

using expressions::ExpressionKind;

struct BoundSearch {
  std::vector<expressions::SearchCondition> conditions;
  std::optional<expressions::ProjectionPaths> projection;
};

BoundSearch bind_expressions(SearchVectors::Request& request) {
  const bool has_condition = request.search_condition_expression.has_value();
  auto substitutions =
      take_substitutions(request.expression_attribute_names, request.expression_attribute_values,
                         {.has_expression = has_condition || request.projection_expression,
                          .has_value_expression = has_condition,
                          .missing_value_expressions = "SearchConditionExpression is null"});
  BoundSearch bound;
  if (has_condition) {
    bound.conditions = expressions::bind_search_conditions(
        *expressions::parse_condition(*request.search_condition_expression,
                                      ExpressionKind::kSearchCondition),
        substitutions);
  }
  bound.projection = bind_projection(request.projection_expression, substitutions);
  substitutions.check_all_used();
  return bound;
}

void check_projection(const std::optional<expressions::ProjectionPaths>& projection,
                      const IndexSchema& index) {
  if (!projection) return;
  std::vector<std::string> missing;
  for (const expressions::DocumentPath& path : projection->paths()) {
    if (!index.projects(path.top())) missing.push_back(path.top());
  }
  if (missing.empty()) return;
  throw invalid_parameter(
      fmt::format("Vector index {} does not project [{}]", index.name, fmt::join(missing, ", ")));
}

void write_hits(wire::JsonWriter& out, const engine::VectorHits& found,
                const std::optional<expressions::ProjectionPaths>& projection) {
  out.key("SearchResults").begin_array();
  for (const engine::VectorHit& hit : found.hits) {
    out.begin_object().key("Item");
    write_projected(out, hit.entry->attributes(), projection);
    out.key("Score").number(hit.score);
    out.end_object();
  }
  out.end_array();
}

}  // namespace

void SearchVectors::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  BoundSearch bound = bind_expressions(request);
  engine::VectorSearch search;
  search.vector = request.search_vector->take();
  search.table = require_table(context, *request.table_name);
  search.index_name = *request.index_name;
  search.conditions = std::move(bound.conditions);
  search.hits_max = static_cast<std::size_t>(*request.top_k);
  const engine::VectorHits found = engine::search_vectors(search);
  check_projection(bound.projection, found.schema->indexes[found.index]);

  engine::TableMeter meter(*request.table_name, found.schema);
  meter.search_vectors(found.searched_bytes, found.index);
  record_meter(context, meter);
  out.begin_object();
  write_hits(out, found, bound.projection);
  if (capacity_mode(request.return_consumed_capacity) != CapacityMode::kNone) {
    out.key("ConsumedCapacity");
    write_vector_capacity(out, meter.indexes()[found.index].vectors);
  }
  out.end_object();
}

}  // namespace stator::server

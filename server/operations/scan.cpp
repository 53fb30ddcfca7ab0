#include "server/operations/scan.h"

#include <fmt/format.h>

#include "model/error.h"
#include "server/operations/item_read.h"
#include "server/operations/legacy_parameters.h"
#include "server/operations/page_read.h"
#include "server/operations/parameters.h"

namespace stator::server {

namespace {

using expressions::ExpressionKind;

// Which part of the table is read: a parallel scan has `total` disjoint segments.
struct Segment {
  std::uint32_t number = 0;
  std::uint32_t total = 1;
};

struct BoundScan {
  std::optional<expressions::Condition> filter;
  std::optional<expressions::ProjectionPaths> projection;
};

Segment resolve_segment(const Scan::Request& request) {
  if (request.segment && !request.total_segments) {
    throw validation_error(
        "The TotalSegments parameter is required but was not present in the request when Segment "
        "parameter is present");
  }
  if (request.total_segments && !request.segment) {
    throw validation_error(
        "The Segment parameter is required but was not present in the request when parameter "
        "TotalSegments is present");
  }
  if (!request.segment) return {};
  if (*request.segment >= *request.total_segments) {
    throw validation_error(
        fmt::format("The Segment parameter is zero-based and must be less than parameter "
                    "TotalSegments: Segment: {} is not less than TotalSegments: {}",
                    *request.segment, *request.total_segments));
  }
  return {static_cast<std::uint32_t>(*request.segment),
          static_cast<std::uint32_t>(*request.total_segments)};
}

BoundScan bind_expressions(Scan::Request& request) {
  auto substitutions = take_substitutions(
      request.expression_attribute_names, request.expression_attribute_values,
      {.has_expression = request.filter_expression || request.projection_expression,
       .has_value_expression = request.filter_expression.has_value(),
       .missing_value_expressions = "FilterExpression is null"});
  BoundScan bound;
  bound.filter =
      bind_condition(request.filter_expression, ExpressionKind::kScanFilter, substitutions);
  bound.projection = bind_projection(request.projection_expression, substitutions);
  substitutions.check_all_used();
  return bound;
}

engine::ReadPlan plan_scan(const PageRequest& request, Segment segment,
                           std::shared_ptr<const TableSchema> schema) {
  const auto index = require_index(request, *schema);
  const IndexSchema* read = index ? &schema->indexes[*index] : nullptr;
  KeyRange range = segment_range(segment.number, segment.total);
  if (request.start_key) {
    const KeyBytes start =
        engine::start_key(*request.start_key, *schema, read, engine::ReadKind::kScan);
    if (!range.contains(start)) {
      throw validation_error(
          fmt::format("The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
                      "ExclusiveStartKey with correct Segment. TotalSegments: {} Segment: {}",
                      segment.total, segment.number));
    }
    range = engine::after_key(std::move(range), start, request.order);
  }
  return plan_page(request, std::move(schema), index, std::move(range));
}

}  // namespace

void Scan::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  check_not_mixed({{"AttributesToGet", request.attributes_to_get.has_value()},
                   {"ScanFilter", request.scan_filter.has_value()},
                   {"ConditionalOperator", request.conditional_operator.has_value()}},
                  {{"ProjectionExpression", request.projection_expression.has_value()},
                   {"FilterExpression", request.filter_expression.has_value()}});
  auto legacy_projection = bind_attributes_to_get(request.attributes_to_get);
  auto legacy_filter =
      bind_filter(take_conditions(request.scan_filter), request.conditional_operator);
  PageRequest page;
  if (request.exclusive_start_key) {
    page.start_key = wire::take_start_key(std::move(*request.exclusive_start_key));
  }
  const Segment segment = resolve_segment(request);
  BoundScan bound = bind_expressions(request);
  page.select = resolve_select(
      request.select,
      {.has_attributes_to_get = request.attributes_to_get.has_value(),
       .has_projection_expression = request.projection_expression.has_value(),
       .has_index_name = request.index_name.has_value()});
  page.table = require_table(context, *request.table_name);
  page.table_name = *request.table_name;
  page.index_name = request.index_name;
  page.filter = legacy_filter ? std::move(legacy_filter) : std::move(bound.filter);
  page.projection = bound.projection ? std::move(bound.projection) : std::move(legacy_projection);
  page.is_consistent = request.consistent_read.value_or(false);
  if (request.limit) page.limit = static_cast<std::size_t>(*request.limit);
  page.capacity = capacity_mode(request.return_consumed_capacity);
  if (!page.index_name) page.units_min = scanned_units_min(*page.table, segment.total);
  read_and_answer(page, context, out, [&](std::shared_ptr<const TableSchema> schema) {
    return plan_scan(page, segment, std::move(schema));
  });
}

}  // namespace stator::server

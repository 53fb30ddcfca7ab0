#include "server/operations/page_read.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/error.h"
#include "server/operations/item_read.h"
#include "server/operations/metering.h"
#include "server/operations/parameters.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

[[noreturn]] void throw_select_fault(std::string message) {
  throw validation_error(std::move(message), FaultClass::kSelect);
}

void forbid_projection(AttributeParameters others, std::string_view choice) {
  if (!others.has_attributes_to_get && !others.has_projection_expression) return;
  throw_select_fault(fmt::format(
      "Cannot specify the {} when choosing to get {}",
      others.has_projection_expression ? "ProjectionExpression" : "AttributesToGet", choice));
}

// Adds the attribute that a path begins with, once, when the index does not hold it.
void add_unprojected(const expressions::DocumentPath& path, const IndexSchema& index,
                     std::vector<std::string>& names) {
  if (index.projects(path.top())) return;
  if (std::find(names.begin(), names.end(), path.top()) == names.end()) names.push_back(path.top());
}

// Attributes that the projection asks for and the index does not hold.
std::vector<std::string> unprojected(const std::optional<expressions::ProjectionPaths>& projection,
                                     const IndexSchema& index) {
  std::vector<std::string> names;
  if (!projection) return names;
  for (const expressions::DocumentPath& path : projection->paths()) {
    add_unprojected(path, index, names);
  }
  return names;
}

// The same for a filter, which sees only what the index holds unless items are fetched.
std::vector<std::string> unprojected(const std::optional<expressions::Condition>& filter,
                                     const IndexSchema& index) {
  std::vector<std::string> names;
  if (!filter) return names;
  filter->for_each_path(
      [&](const expressions::DocumentPath& path) { add_unprojected(path, index, names); });
  return names;
}

void check_global_projection(const PageRequest& request, const IndexSchema& index) {
  if (request.select == Select::kAllAttributes &&
      index.projection.type != ProjectionType::kAll) {
    throw invalid_parameter(
        fmt::format("Select type ALL_ATTRIBUTES is not supported for global secondary index {} "
                    "because its projection type is not ALL",
                    index.name));
  }
  const std::vector<std::string> missing = unprojected(request.projection, index);
  if (!missing.empty()) {
    throw invalid_parameter(fmt::format("Global secondary index {} does not project [{}]",
                                        index.name, fmt::join(missing, ", ")));
  }
}

void check_filter_projection(const PageRequest& request, const IndexSchema& index) {
  const std::vector<std::string> missing = unprojected(request.filter, index);
  if (missing.empty()) return;
  throw invalid_parameter(
      fmt::format("Secondary index {} does not project one or more filter attributes: [{}]",
                  index.name, fmt::join(missing, ", ")));
}

// R18: a local index reads through to the table for what it does not project.
bool needs_fetch(const PageRequest& request, const IndexSchema& index) {
  if (index.kind != IndexKind::kLocal || index.projection.type == ProjectionType::kAll) {
    return false;
  }
  return request.select == Select::kAllAttributes ||
         !unprojected(request.projection, index).empty();
}

const IndexSchema* index_of(const engine::ReadPlan& plan) {
  return plan.index ? &plan.schema->indexes[*plan.index] : nullptr;
}

engine::TableMeter meter_page(const PageRequest& request, const engine::ReadPlan& plan,
                              const engine::Page& page) {
  engine::TableMeter meter(request.table_name, plan.schema);
  const engine::ReadMode mode = read_mode(request.is_consistent);
  meter.read_page(page.evaluated_bytes, mode, plan.index, request.units_min);
  for (const std::size_t bytes : page.fetched_bytes) meter.fetch_item(bytes, mode);
  return meter;
}

// Writes the items that pass the filter and returns how many do.
std::size_t write_items(const PageRequest& request, const engine::Page& page,
                        wire::JsonWriter& out) {
  const bool shows_items = request.select != Select::kCount;
  std::size_t count = 0;
  if (shows_items) {
    // As JSON, items of a few short attributes take about twice their bytes.
    out.reserve(2 * page.evaluated_bytes);
    out.key("Items");
    out.begin_array();
  }
  for (const ItemRef& item : page.items) {
    if (request.filter && !request.filter->matches(item->attributes())) continue;
    ++count;
    if (shows_items) write_projected(out, item->attributes(), request.projection);
  }
  if (shows_items) out.end_array();
  return count;
}

}  // namespace

Select resolve_select(const std::optional<std::string>& parameter, AttributeParameters others) {
  const bool has_projection = others.has_attributes_to_get || others.has_projection_expression;
  if (!parameter) {
    if (has_projection) return Select::kSpecificAttributes;
    return others.has_index_name ? Select::kAllProjectedAttributes : Select::kAllAttributes;
  }
  if (*parameter == "SPECIFIC_ATTRIBUTES") {
    if (!has_projection) {
      throw_select_fault(
          "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
          "SPECIFIC_ATTRIBUTES");
    }
    return Select::kSpecificAttributes;
  }
  if (*parameter == "COUNT") {
    forbid_projection(others, "only the Count");
    return Select::kCount;
  }
  forbid_projection(others, *parameter);
  if (*parameter == "ALL_ATTRIBUTES") return Select::kAllAttributes;
  if (!others.has_index_name) {
    throw_select_fault(
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
  }
  return Select::kAllProjectedAttributes;
}

std::optional<std::size_t> require_index(const PageRequest& request, const TableSchema& schema) {
  if (!request.index_name) return std::nullopt;
  const IndexSchema* index = schema.find_index(*request.index_name);
  // One that is being deleted is gone for readers, although descriptions still show it.
  if (index == nullptr || index->kind == IndexKind::kVector ||
      index->phase == IndexPhase::kDeleting) {
    throw validation_error("The table does not have the specified index: " + *request.index_name);
  }
  if (index->phase != IndexPhase::kActive) {
    throw validation_error("Cannot read from backfilling global secondary index: " + index->name);
  }
  if (request.is_consistent && index->kind == IndexKind::kGlobal) {
    throw validation_error("Consistent reads are not supported on global secondary indexes");
  }
  return static_cast<std::size_t>(index - schema.indexes.data());
}

// The service charges each partition that a Scan of a table visits at least one unit. A new
// on-demand table has four partitions, a provisioned one starts with one.
std::uint64_t scanned_units_min(const storage::Table& table, std::uint32_t segments) {
  constexpr std::uint64_t kOnDemandPartitions = 4;
  ReadLock lock(table.mutex());
  const bool on_demand = table.settings().billing_mode == BillingMode::kPayPerRequest;
  return on_demand ? std::max<std::uint64_t>(1, kOnDemandPartitions / segments) : 1;
}

engine::ReadPlan plan_page(const PageRequest& request, std::shared_ptr<const TableSchema> schema,
                           std::optional<std::size_t> index, KeyRange range) {
  bool fetches_items = false;
  if (index) {
    const IndexSchema& read = schema->indexes[*index];
    if (read.kind == IndexKind::kGlobal) check_global_projection(request, read);
    fetches_items = needs_fetch(request, read);
    if (!fetches_items) check_filter_projection(request, read);
  }
  return {.table = request.table,
          .schema = std::move(schema),
          .index = index,
          .range = std::move(range),
          .order = request.order,
          .limit = request.limit,
          .fetches_items = fetches_items};
}

void answer_page(const PageRequest& request, const engine::ReadPlan& plan,
                 const engine::Page& page, CallContext& context, wire::JsonWriter& out) {
  const engine::TableMeter meter = meter_page(request, plan, page);
  record_meter(context, meter);

  out.begin_object();
  const std::size_t count = write_items(request, page, out);
  out.key("Count");
  out.integer(static_cast<std::int64_t>(count));
  out.key("ScannedCount");
  out.integer(static_cast<std::int64_t>(page.items.size()));
  if (page.has_more) {
    out.key("LastEvaluatedKey");
    wire::write_attributes(out, engine::entry_key(page.items.back()->attributes(), *plan.schema,
                                                  index_of(plan)));
  }
  write_capacity(out, meter, request.capacity);
  out.end_object();
}

}  // namespace stator::server

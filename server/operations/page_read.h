// What Query and Scan share: which index, what to show of an entry, and the answer of one page.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/read.h"
#include "expressions/condition.h"
#include "expressions/projection.h"
#include "server/operations/capacity_json.h"
#include "server/operations/operation.h"

namespace stator::server {

enum class Select { kAllAttributes, kAllProjectedAttributes, kSpecificAttributes, kCount };

// Which of the parameters that name attributes a request has.
struct AttributeParameters {
  bool has_attributes_to_get = false;
  bool has_projection_expression = false;
  bool has_index_name = false;
};

// The Select parameter, or its default; throws when it does not go with the other parameters.
Select resolve_select(const std::optional<std::string>& parameter, AttributeParameters others);

// A Query or Scan after everything but the table has been checked.
struct PageRequest {
  std::shared_ptr<storage::Table> table;
  std::string table_name;  // as requested
  std::optional<std::string> index_name;
  std::optional<AttributeMap> start_key;
  std::optional<expressions::Condition> filter;
  std::string_view filter_name = "Filter Expression";  // as messages call it
  std::optional<expressions::ProjectionPaths> projection;
  Select select = Select::kAllAttributes;
  bool is_consistent = false;
  engine::ReadOrder order = engine::ReadOrder::kForward;
  std::optional<std::size_t> limit;
  CapacityMode capacity = CapacityMode::kNone;
  std::uint64_t units_min = 1;
};

// The index that the request reads, or nothing for the table. Throws when there is no such index,
// when it is still being filled, or when it cannot be read consistently.
std::optional<std::size_t> require_index(const PageRequest& request, const TableSchema& schema);

// The least number of whole units that a scan of one of `segments` segments of a table costs (R21).
std::uint64_t scanned_units_min(const storage::Table& table, std::uint32_t segments);

// A plan for reading `range`, once the index is known. Throws when the index does not project what
// is asked for.
engine::ReadPlan plan_page(const PageRequest& request, std::shared_ptr<const TableSchema> schema,
                           std::optional<std::size_t> index, KeyRange range);

// Filters, meters and writes the whole answer.
void answer_page(const PageRequest& request, const engine::ReadPlan& plan,
                 const engine::Page& page, CallContext& context, wire::JsonWriter& out);

// Runs `make_plan(schema)` and reads the page; once more when the table's indexes changed between
// the two.
template <class MakePlan>
void read_and_answer(const PageRequest& request, CallContext& context, wire::JsonWriter& out,
                     MakePlan make_plan) {
  for (;;) {
    const engine::ReadPlan plan = make_plan(request.table->schema());
    if (auto page = engine::read_page(plan)) {
      answer_page(request, plan, *page, context, out);
      return;
    }
  }
}

}  // namespace stator::server

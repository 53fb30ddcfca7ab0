// How UpdateTable is decided: from a copy of the table's state, without a lock.
//
// Private to table_lifecycle*.cpp. Everything here is pure and throws Error.
#pragma once

#include <memory>

#include "engine/table_lifecycle.h"
#include "model/clock.h"
#include "model/schema.h"
#include "model/table_settings.h"

namespace stator::engine {

// What a change starts from and what it leads to.
struct TableState {
  std::shared_ptr<const TableSchema> schema;
  TableSettings settings;
};

struct PlannedUpdate {
  TableState after;
  // Partly what was, partly what will be: see the table in table_lifecycle_update_plan.cpp.
  TableDescription answer;
};

// The rules that need no table; they come before the table is looked for.
void check_update_request(const TableUpdate& update);

// The rules that need the table, and the result.
PlannedUpdate plan_update(const TableState& before, const TableUpdate& update,
                          const Caller& caller, Timestamp now);

// The part of plan_update that is about GlobalSecondaryIndexUpdates: ValidationException and
// ResourceNotFoundException, LimitExceededException for quotas.
void check_index_updates(const TableState& before, const TableUpdate& update,
                         std::string_view region, Timestamp now);

// The state after the index updates of a checked request; capacity included, unless the billing
// mode changes (then plan_update sets it for all indexes).
TableState apply_index_updates(TableState state, const TableUpdate& update, Timestamp now);

// The state without one index, its settings, and the definitions that nothing uses any more.
TableState without_index(TableState state, const std::string& name);

// The billing mode that the table has afterwards.
BillingMode mode_after(const TableState& before, const TableUpdate& update);

// The units that the request gives to an index, if any.
std::optional<Throughput> requested_throughput(const TableUpdate& update, std::string_view index);

}  // namespace stator::engine

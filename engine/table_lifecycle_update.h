// How UpdateTable is decided: from a copy of the table's state, without a lock.
//
// Private to table_lifecycle*.cpp. Everything here is pure and throws Error.
#pragma once

#include <memory>
#include <string_view>

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

// Who asks, when, and how long states last.
struct UpdateContext {
  Caller caller;
  Timestamp now{};
  StateDurations durations;
};

struct PlannedUpdate {
  TableState after;
  // Partly what was, partly what will be: see the table in table_lifecycle_update_plan.cpp.
  TableDescription answer;
};

// A copy of the table's state. Takes the shared lock.
TableState read_state(const storage::Table& table);

// Goes on with what was going on when the table was written to a journal.
void resume_changes(Engine& engine, const std::shared_ptr<storage::Table>& table);

// The rules that need no table; they come before the table is looked for.
void check_update_request(const TableUpdate& update);

// The rules that need the table, and the result.
PlannedUpdate plan_update(const TableState& before, const TableUpdate& update,
                          const UpdateContext& context);

// What another change that still goes on forbids: ResourceInUseException. Of the table, before
// other rules; of one index, when its action is looked at. table_lifecycle_conflicts.cpp
void check_table_conflicts(const TableState& before, const TableUpdate& update);
void check_index_conflict(const TableState& before, const GlobalIndexUpdate& update);
// LimitExceededException while another index is created or deleted. An index that is being created
// may be `deleted` itself.
void check_no_other_change(const TableState& before, std::string_view deleted);
void check_deletion_conflicts(const TableState& before);

// Whether TableStatus is another one than ACTIVE.
bool is_changing(const TableState& state);

// CreateTable: the name is taken by a table that is not there yet.
Error table_in_creation(std::string_view name);

// UpdateTable's ReplicaUpdates and GlobalTableWitnessUpdates. table_lifecycle_replicas.cpp
TableDescription update_replicas(Engine& engine, const std::shared_ptr<storage::Table>& table,
                                 const TableUpdate& update, const Caller& caller);

// UpdateTable of one table, whatever its replicas.
TableDescription change_table(Engine& engine, const std::shared_ptr<storage::Table>& table,
                              const TableUpdate& update, const Caller& caller);

// The part of plan_update that is about GlobalSecondaryIndexUpdates: ValidationException and
// ResourceNotFoundException, LimitExceededException for quotas.
void check_index_updates(const TableState& before, const TableUpdate& update,
                         std::string_view region, Timestamp now);

// The state after the index updates of a checked request; capacity included, unless the billing
// mode changes (then plan_update sets it for all indexes).
TableState apply_index_updates(TableState state, const TableUpdate& update,
                               const UpdateContext& context);

// The state once the deletion of an index has begun: the index is gone at once, or DELETING.
TableState after_deletion(TableState state, const std::string& name,
                          const UpdateContext& context);

// The state without one index, its settings, and the definitions that nothing uses any more.
TableState without_index(TableState state, const std::string& name);

// The billing mode that the table has afterwards.
BillingMode mode_after(const TableState& before, const TableUpdate& update);

// The units that the request gives to an index, if any.
std::optional<Throughput> requested_throughput(const TableUpdate& update, std::string_view index);

}  // namespace stator::engine

// Continuous backups: point-in-time recovery of tables.
//
// The service's LatestRestorableDateTime is some five minutes ago. Here it is now: nobody has to
// wait for it.
//
// Errors: all functions throw Error, before anything has changed.
// Thread safety: all functions may be called from any thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "engine/recovery_history.h"
#include "engine/table_lifecycle_restore.h"
#include "model/clock.h"

namespace stator::engine {

// Absent when recovery is disabled.
struct RecoveryWindow {
  std::chrono::days period{};
  Timestamp earliest{};
  Timestamp latest{};
};

// TableNotFoundException.
std::optional<RecoveryWindow> describe_continuous_backups(Engine& engine, std::string_view table,
                                                          const Caller& caller);

struct RecoverySpecification {
  bool is_enabled = false;
  std::optional<std::chrono::days> period;
};

// Enabling what is enabled keeps the history and sets the period, if there is one.
// ValidationException, TableNotFoundException.
std::optional<RecoveryWindow> update_continuous_backups(Engine& engine, std::string_view table,
                                                        const RecoverySpecification& specification,
                                                        const Caller& caller);

// Which state of which table RestoreTableToPointInTime asks for.
struct RecoveryPoint {
  std::optional<std::string> table_name;  // exactly one of these two
  std::optional<std::string> table_arn;
  std::optional<Timestamp> time;          // and one of these two
  bool use_latest = false;
};

TableDescription restore_table_to_point_in_time(Engine& engine, const RecoveryPoint& point,
                                                std::string_view target,
                                                const RestoreOverrides& overrides,
                                                const Caller& caller);

// A table as it was when a second had passed, its settings as they are now.
struct RecoveredTable {
  TableImage image;
  std::shared_ptr<const TableSchema> schema;  // of now
  std::shared_ptr<RecoveryHistory> history;
};

// PointInTimeRecoveryUnavailableException. `out_of_window` makes the error for a time that is
// outside of the window; an absent time is now.
using WindowError = Error (*)(Timestamp asked, const RecoveryWindow& window);
RecoveredTable recover_table(Engine& engine, const storage::Table& table,
                             std::optional<Timestamp> time, WindowError out_of_window);

// A history of a table that nobody else knows yet: its window begins now. To be added to
// Engine::recovery when the table is found.
std::shared_ptr<RecoveryHistory> begin_history(Engine& engine, storage::Table& table,
                                               std::chrono::days period);

// To be called when a table has been taken out of its catalogue: leaves a system backup when it had
// recovery.
void end_recovery(Engine& engine, const storage::Table& table, const Caller& caller);

}  // namespace stator::engine

// Errors of RestoreTableToPointInTime win in this order; texts are measured, but for the ends of
// those marked (*), of which only the beginning is known.
//
//   1  one source, one time (*)
//   2  the overrides by themselves
//   3  the source table
//   4  the target exists
//   5  recovery is not enabled; the time is outside of the window (*)
//   6  overrides against the source                      table_lifecycle_restore.cpp
#include "engine/continuous_backups.h"

#include <utility>

#include <fmt/format.h>

#include "engine/backups.h"
#include "engine/job_id.h"
#include "engine/table_change.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/mutex.h"
#include "model/table_arn.h"

namespace stator::engine {
namespace {

constexpr std::chrono::hours kTrimInterval{1};

std::string id_of(const storage::Table& table) {
  const ReadLock lock(table.mutex());
  return table.settings().id;
}

RecoveryWindow window_of(RecoveryHistory& history, Timestamp now) {
  return {history.period(), history.earliest(now), now};
}

// Tables that are not written to forget, too.
void trim_later(Engine& engine, const std::weak_ptr<RecoveryHistory>& history) {
  engine.background.schedule(engine.clock.now() + kTrimInterval, [&engine, history] {
    if (const auto alive = history.lock()) {
      alive->trim(engine.clock.now());
      trim_later(engine, history);
    }
  });
}

std::shared_ptr<RecoveryHistory> make_history(Engine& engine, std::chrono::days period) {
  return std::make_shared<RecoveryHistory>(engine.clock.now(), period, engine.recovery.bytes_max,
                                           engine.reclaimer);
}

// The history of a table, made and attached if there is none.
std::shared_ptr<RecoveryHistory> enable(Engine& engine, storage::Table& table,
                                        std::chrono::days period) {
  auto history = make_history(engine, period);
  {
    TableChange lock(engine, table);
    if (!engine.recovery.add(table.settings().id, history)) {
      return engine.recovery.find(table.settings().id);
    }
    table.attach(history);
    lock.note();
  }
  trim_later(engine, history);
  return history;
}

void disable(Engine& engine, storage::Table& table) {
  std::shared_ptr<RecoveryHistory> history;
  {
    TableChange lock(engine, table);
    history = engine.recovery.remove(table.settings().id);
    if (history) table.detach(*history);
    lock.note();
  }
  if (history) engine.reclaimer.drop(std::move(history));
}

void check_point(const RecoveryPoint& point) {
  if (point.table_name.has_value() == point.table_arn.has_value()) {
    throw validation_error("Must provide exactly one of: sourceTableArn, sourceTableName");
  }
  if (point.time && point.use_latest) {
    throw validation_error(
        "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for "
        "point-in-time restore request. Please specify only one of them");
  }
  if (!point.time && !point.use_latest) {
    throw validation_error(
        "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be "
        "specified, but not both");
  }
}

Error invalid_restore_time(Timestamp asked, const RecoveryWindow& window) {
  return Error(ErrorCode::kInvalidRestoreTime,
               fmt::format("RestoreDateTime '{}' must be within EarliestRestorableDateTime '{}' "
                           "and LatestRestorableDateTime '{}'",
                           instant_text(asked), instant_text(window.earliest),
                           instant_text(window.latest)));
}

}  // namespace

std::shared_ptr<RecoveryHistory> begin_history(Engine& engine, storage::Table& table,
                                               std::chrono::days period) {
  auto history = make_history(engine, period);
  {
    const WriteLock lock(table.mutex());
    table.attach(history);
  }
  trim_later(engine, history);
  return history;
}

std::optional<RecoveryWindow> describe_continuous_backups(Engine& engine, std::string_view table,
                                                          const Caller& caller) {
  const auto source = find_source_table(engine, table, table, caller);
  const auto history = engine.recovery.find(id_of(*source));
  if (!history) return std::nullopt;
  return window_of(*history, engine.clock.now());
}

std::optional<RecoveryWindow> update_continuous_backups(Engine& engine, std::string_view table,
                                                        const RecoverySpecification& specification,
                                                        const Caller& caller) {
  if (!specification.is_enabled && specification.period) {
    throw validation_error(
        "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time "
        "recovery.");
  }
  const auto source = find_source_table(engine, table, table, caller);
  if (!specification.is_enabled) {
    disable(engine, *source);
    return std::nullopt;
  }
  auto history = engine.recovery.find(id_of(*source));
  if (!history) {
    const std::chrono::days standard(limits::kRecoveryPeriodDaysMax);
    history = enable(engine, *source, specification.period.value_or(standard));
    // A table that was deleted meanwhile would stay among the histories for ever.
    if (engine.database_of(caller).find(table) != source) {
      disable(engine, *source);
      return update_continuous_backups(engine, table, specification, caller);
    }
  }
  const Timestamp now = engine.clock.now();
  if (specification.period) {
    TableChange lock(engine, *source);
    history->set_period(*specification.period, now);
    lock.note();
  }
  return window_of(*history, now);
}

RecoveredTable recover_table(Engine& engine, const storage::Table& table,
                             std::optional<Timestamp> time, WindowError out_of_window) {
  auto history = engine.recovery.find(id_of(table));
  if (!history) {
    throw Error(ErrorCode::kPointInTimeRecoveryUnavailable,
                fmt::format("Point in time recovery is not enabled for table '{}'", table.name()));
  }
  const RecoveryWindow window = window_of(*history, engine.clock.now());
  const Timestamp asked = time.value_or(window.latest);
  if (to_seconds(asked) < to_seconds(window.earliest) || asked > window.latest) {
    throw out_of_window(asked, window);
  }
  const ReadLock lock(table.mutex());
  std::optional<storage::Trees> past = history->state_after(to_seconds(asked));
  RecoveredTable recovered;
  recovered.image = {past ? *std::move(past) : table.trees(), table.settings()};
  recovered.schema = table.trees().schema;
  recovered.history = std::move(history);
  return recovered;
}

TableDescription restore_table_to_point_in_time(Engine& engine, const RecoveryPoint& point,
                                                std::string_view target,
                                                const RestoreOverrides& overrides,
                                                const Caller& caller) {
  check_point(point);
  check_overrides(overrides);
  const std::string name =
      point.table_name ? *point.table_name : parse_table_name(*point.table_arn).name;
  const auto table =
      find_source_table(engine, name, point.table_arn.value_or(name), caller);
  check_restore_target(engine, target, caller);
  const Timestamp time = point.time.value_or(engine.clock.now());
  const RecoveredTable recovered = recover_table(engine, *table, time, invalid_restore_time);
  const RestoreSource source{recovered.image, recovered.schema,
                             {std::nullopt, recovered.image.settings.arn, time}};
  return restore_table(engine, target, source, overrides, caller);
}

void end_recovery(Engine& engine, const storage::Table& table, const Caller& caller) {
  if (const auto history = engine.recovery.remove(id_of(table))) {
    keep_deleted_table(engine, table, caller);
  }
}

}  // namespace stator::engine

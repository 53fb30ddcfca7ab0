// Errors of ExportTableToPointInTime win in this order. Texts are measured but for those marked
// (*), which are our own: nobody has published the service's.
//
//   1  the parameters of incremental exports (*)
//   2  the table
//   3  the token was used with other parameters
//   4  recovery is not enabled; times outside of the window (*)
//   5  there is no directory that stands for S3 (*)
#include "engine/exports.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "engine/backups.h"
#include "engine/continuous_backups.h"
#include "engine/job_id.h"
#include "model/error.h"
#include "model/table_arn.h"

namespace stator::engine {
namespace {

constexpr std::chrono::hours kIncrementMax{24};

Error invalid_export_time(Timestamp asked, const RecoveryWindow& window) {
  return Error(ErrorCode::kInvalidExportTime,
               fmt::format("ExportTime '{}' must be within EarliestRestorableDateTime '{}' and "
                           "LatestRestorableDateTime '{}'",
                           iso_time(asked), iso_time(window.earliest), iso_time(window.latest)));
}

void check_increment(const ExportSpecification& specification) {
  if (specification.type == ExportType::kFull) {
    if (!specification.has_increment) return;
    throw validation_error(
        "Invalid Request: IncrementalExportSpecification can only be specified when ExportType is "
        "INCREMENTAL_EXPORT");
  }
  if (!specification.increment_from) {
    throw validation_error(
        "Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification");
  }
  if (specification.time) {
    throw validation_error(
        "Invalid Request: ExportTime cannot be specified when ExportType is INCREMENTAL_EXPORT");
  }
}

void check_increment_times(Timestamp from, Timestamp to) {
  if (from >= to) {
    throw Error(ErrorCode::kInvalidExportTime,
                fmt::format("ExportFromTime '{}' must be before ExportToTime '{}'",
                            iso_time(from), iso_time(to)));
  }
  if (to - from > kIncrementMax) {
    throw Error(ErrorCode::kInvalidExportTime,
                fmt::format("The period from ExportFromTime '{}' to ExportToTime '{}' must not be "
                            "longer than 24 hours",
                            iso_time(from), iso_time(to)));
  }
}

ExportContents full_contents(Engine& engine, const storage::Table& table,
                             ExportSpecification& specification) {
  if (!specification.time) specification.time = engine.clock.now();
  ExportContents contents;
  contents.trees =
      recover_table(engine, table, specification.time, invalid_export_time).image.trees;
  return contents;
}

// The state just before a moment: that of the second before the moment's own.
Timestamp just_before(Timestamp time) { return to_seconds(time) - std::chrono::seconds(1); }

ExportContents incremental_contents(Engine& engine, const storage::Table& table,
                                    ExportSpecification& specification) {
  const Timestamp now = engine.clock.now();
  // What is left out of ExportToTime is "the latest time with data available".
  const bool is_open = !specification.increment_to;
  const Timestamp from = *specification.increment_from;
  const Timestamp to = specification.increment_to.value_or(now);
  specification.increment_to = to;
  const RecoveredTable after =
      recover_table(engine, table, is_open ? to : std::max(from, just_before(to)),
                    invalid_export_time);
  check_increment_times(from, to);
  ExportContents contents;
  contents.trees = after.image.trees;
  // The window begins with the state at the end of its first second.
  const Timestamp earliest = after.history->earliest(now);
  if (just_before(from) >= earliest) {
    contents.before =
        recover_table(engine, table, just_before(from), invalid_export_time).image.trees;
  } else {
    contents.before = recover_table(engine, table, from, invalid_export_time).image.trees;
  }
  const Seconds last = is_open ? to_seconds(to) : to_seconds(just_before(to));
  contents.roots = after.history->roots_between(to_seconds(from), last);
  return contents;
}

std::string id_of(const storage::Table& table) {
  const ReadLock lock(table.mutex());
  return table.settings().id;
}

Error conflict() {
  return Error(ErrorCode::kExportConflict,
               "Export conflict: Duplicate request detected with conflicting parameters");
}

}  // namespace

void require_object_store(const Engine& engine) {
  if (!engine.objects) {
    throw validation_error(
        "Invalid Request: there is no S3 here. Start the server with --s3-dir DIR; the directories "
        "in DIR are the buckets");
  }
}

StartedExport start_export(Engine& engine, ExportSpecification specification, std::string token,
                           std::string fingerprint, const Caller& caller) {
  using TokenUse = Exports::TokenUse;
  check_increment(specification);
  const auto table = find_source_table(
      engine, parse_table_name(specification.table_arn).name, specification.table_arn, caller);
  const std::string space = namespace_of(engine.namespace_mode, caller);
  Export job;
  job.start = engine.clock.now();
  job.token = token.empty() ? make_uuid(engine.entropy) : std::move(token);
  job.fingerprint = std::move(fingerprint);
  auto use = engine.exports.look_up(space, job.token, job.fingerprint, job.start);
  if (use.first == TokenUse::kConflict) throw conflict();
  if (use.first == TokenUse::kReplay) return {*std::move(use.second), std::nullopt};

  ExportContents contents = specification.type == ExportType::kFull
                                ? full_contents(engine, *table, specification)
                                : incremental_contents(engine, *table, specification);
  require_object_store(engine);
  if (specification.prefix && !ObjectStore::is_key(*specification.prefix)) {
    throw validation_error("Invalid Request: S3Prefix cannot be stored in a directory");
  }
  specification.table_arn = table_arn(caller.region, caller.account_id, table->name());
  job.arn = fmt::format("{}/export/{}", specification.table_arn,
                        make_job_id(job.start, engine.entropy));
  job.table_id = id_of(*table);
  job.specification = std::move(specification);
  use = engine.exports.add(space, job);  // of two calls with one token at once, one is a replay
  if (use.first == TokenUse::kConflict) throw conflict();
  if (use.first == TokenUse::kReplay) return {*std::move(use.second), std::nullopt};
  return {std::move(job), std::move(contents)};
}

Export describe_export(Engine& engine, std::string_view arn, const Caller& caller) {
  if (!is_job_arn(arn, "export")) throw validation_error("Invalid Export ARN");
  auto job = engine.exports.find(namespace_of(engine.namespace_mode, caller), arn);
  if (!job) {
    throw Error(ErrorCode::kExportNotFound, fmt::format("Export not found: {}", arn));
  }
  return *std::move(job);
}

JobPage<Export> list_exports(Engine& engine, const std::optional<std::string>& table_arn,
                             std::size_t limit, const std::optional<std::string>& next_token,
                             const Caller& caller) {
  JobPage<Export> page;
  page.jobs = engine.exports.list(
      namespace_of(engine.namespace_mode, caller), next_token.value_or(""), limit + 1,
      engine.clock.now(), [&](const Export& job) {
        return !table_arn || job.specification.table_arn == *table_arn;
      });
  if (page.jobs.size() > limit) {
    page.jobs.pop_back();
    page.next_token = page.jobs.back().arn;
  }
  return page;
}

}  // namespace stator::engine

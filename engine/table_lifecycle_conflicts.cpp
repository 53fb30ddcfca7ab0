// What cannot be changed while another change goes on (ResourceInUseException). Texts are measured
// (2026).
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/table_lifecycle_update.h"
#include "model/error.h"

namespace stator::engine {
namespace {

using Kind = OngoingChange::Kind;

Error in_use(std::string_view detail) {
  return Error(ErrorCode::kResourceInUse,
               fmt::format("Attempt to change a resource which is still in use: {}", detail));
}

bool is_being_created(const IndexSchema& index) {
  return index.phase == IndexPhase::kAllocating || index.phase == IndexPhase::kBackfilling;
}

std::vector<std::string_view> indexes_being_created(const TableSchema& schema) {
  std::vector<std::string_view> names;
  for (const IndexSchema& index : schema.indexes) {
    if (is_being_created(index)) names.push_back(index.name);
  }
  return names;
}

void check_created_indexes(const TableState& before, std::string_view what) {
  const auto created = indexes_being_created(*before.schema);
  if (created.empty()) return;
  throw in_use(fmt::format("Can't change {} when an index is being created. Table: {} Indexes: "
                           "[{}]",
                           what, before.schema->name, fmt::join(created, ", ")));
}

// The stream that is being switched: the setting is already what it will be.
std::string stream_change(const TableState& before) {
  const StreamSettings& stream = *before.settings.stream;
  return fmt::format("Table: {} Stream: {} Operation: {}", before.schema->name, stream.label,
                     stream.enabled ? "ENABLE" : "DISABLE");
}

bool has_changing_index(const TableSchema& schema) {
  return std::any_of(
      schema.indexes.begin(), schema.indexes.end(),
      [](const IndexSchema& index) { return index.phase != IndexPhase::kActive; });
}

bool changes_iops(const TableUpdate& update) {
  return update.throughput.has_value() || update.billing_mode.has_value();
}

bool is_going_on(const TableSettings& settings, Kind kind) {
  return std::any_of(settings.ongoing.begin(), settings.ongoing.end(),
                     [&](const OngoingChange& change) { return change.kind == kind; });
}

bool changes_iops(const TableSettings& settings) {
  return is_going_on(settings, Kind::kBillingMode) || is_going_on(settings, Kind::kThroughput);
}

void check_is_there(const TableState& before) {
  const std::string& name = before.schema->name;
  if (before.settings.status == TableStatus::kCreating) throw table_in_creation(name);
  if (before.settings.status == TableStatus::kDeleting) {
    throw in_use(fmt::format("Table is being deleted: {}", name));
  }
}

void check_iops_conflicts(const TableState& before) {
  const std::string& name = before.schema->name;
  if (changes_iops(before.settings)) {
    throw in_use(fmt::format("Table IOPS are currently being updated. Table: {}", name));
  }
  if (is_going_on(before.settings, Kind::kStream)) {
    throw in_use(fmt::format("Can't change table IOPS when stream status is being updated. {}",
                             stream_change(before)));
  }
  check_created_indexes(before, "table IOPS");
}

void check_stream_conflicts(const TableState& before) {
  if (changes_iops(before.settings)) {
    throw in_use(
        fmt::format("Can't enable or disable stream while table IOPS are being updated. Table: {}",
                    before.schema->name));
  }
  if (is_going_on(before.settings, Kind::kStream)) {
    throw in_use(fmt::format("A stream status change is currently in progress. {}",
                             stream_change(before)));
  }
  check_created_indexes(before, "stream status");
}

}  // namespace

bool is_changing(const TableState& state) {
  const TableSettings& settings = state.settings;
  return settings.status != TableStatus::kActive || has_changing_index(*state.schema) ||
         changes_iops(settings) || is_going_on(settings, Kind::kStream) ||
         is_going_on(settings, Kind::kTableClass);
}

Error table_in_creation(std::string_view name) {
  return in_use(fmt::format("Table is being created: {}", name));
}

void check_table_conflicts(const TableState& before, const TableUpdate& update) {
  check_is_there(before);
  if (changes_iops(update)) check_iops_conflicts(before);
  if (update.stream) check_stream_conflicts(before);
  if (update.table_class && is_going_on(before.settings, Kind::kTableClass)) {
    throw in_use(fmt::format(
        "Can't update table class when a table class update is in progress. Table: {} "
        "TableClassUpdateInProgress: {}",
        before.schema->name,
        before.settings.table_class == TableClass::kStandard ? "STANDARD"
                                                             : "STANDARD_INFREQUENT_ACCESS"));
  }
  if (update.encryption && is_going_on(before.settings, Kind::kEncryption)) {
    throw in_use("Server-Side Encryption is still being updated");
  }
  const bool has_maxima =
      update.on_demand.max_read_request_units || update.on_demand.max_write_request_units;
  if (has_maxima && is_going_on(before.settings, Kind::kBillingMode)) {
    throw in_use("OnDemandThroughput cannot be updated while BillingMode update is in progress");
  }
  if (update.deletion_protection && is_changing(before)) {
    throw Error(ErrorCode::kResourceInUse,
                "Table needs to be in ACTIVE status to modify deletion protection setting.");
  }
}

void check_deletion_conflicts(const TableState& before) {
  check_is_there(before);
  if (is_going_on(before.settings, Kind::kStream)) {
    throw in_use("Cannot delete table while stream is being enabled/disabled.");
  }
  if (has_changing_index(*before.schema) ||
      is_going_on(before.settings, Kind::kIndexThroughput)) {
    throw in_use("Cannot delete table while indexes are being created, updated, or deleted.");
  }
  if (is_changing(before)) {
    throw in_use(fmt::format("Table: {} is in the process of being updated.",
                             before.schema->name));
  }
}

void check_no_other_change(const TableState& before, std::string_view deleted) {
  const auto& indexes = before.schema->indexes;
  const bool is_second =
      std::any_of(indexes.begin(), indexes.end(), [&](const IndexSchema& index) {
        return index.phase != IndexPhase::kActive && index.name != deleted;
      });
  if (!is_second) return;
  throw Error(ErrorCode::kLimitExceeded,
              "Subscriber limit exceeded: Only 1 online index can be created or deleted "
              "simultaneously per table");
}

void check_index_conflict(const TableState& before, const GlobalIndexUpdate& update) {
  if (update.creation) return;
  const std::string& name = update.update ? update.update->name : update.deletion->name;
  const auto conflict = [&](std::string_view what) {
    return in_use(fmt::format("{} Table: {} Index: {}", what, before.schema->name, name));
  };
  const bool is_updating = std::any_of(
      before.settings.ongoing.begin(), before.settings.ongoing.end(),
      [&](const OngoingChange& change) {
        return change.kind == Kind::kIndexThroughput && change.index == name;
      });
  if (is_updating) throw conflict("Index is being updated. ");
  switch (before.schema->find_index(name)->phase) {
    case IndexPhase::kActive:
    case IndexPhase::kBackfilling:
      return;
    case IndexPhase::kAllocating:
      throw update.update
          ? conflict("Index is being created but is not backfilling yet. ")
          : conflict("Index creation is in resource allocation phase. Retry deletion during "
                     "backfilling phase or when the index is active.");
    case IndexPhase::kDeleting:
      throw conflict("Index is being deleted. ");
  }
}

}  // namespace stator::engine

// What cannot be changed while another change goes on (ResourceInUseException). Texts are measured
// (2026), but for the end of those about streams and a change of maxima or indexes. Deletion
// protection, warm throughput and encryption are let through.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/change_settings.h"
#include "engine/table_lifecycle_update.h"
#include "model/error.h"

namespace stator::engine {
namespace {

using Kind = OngoingChange::Kind;

bool is_being_created(const IndexSchema& index) {
  return index.phase == IndexPhase::kAllocating || index.phase == IndexPhase::kBackfilling;
}

bool is_being_deleted(const IndexSchema& index) { return index.phase == IndexPhase::kDeleting; }

// The names of the indexes of which that is true, as "[a, b]", or "".
std::string indexes_that(const TableSchema& schema, bool (*is_so)(const IndexSchema&)) {
  std::vector<std::string_view> names;
  for (const IndexSchema& index : schema.indexes) {
    if (is_so(index)) names.push_back(index.name);
  }
  return names.empty() ? std::string() : fmt::format("[{}]", fmt::join(names, ", "));
}

void check_indexes(const TableState& before, std::string_view what,
                   bool (*is_so)(const IndexSchema&), std::string_view participle) {
  const std::string indexes = indexes_that(*before.schema, is_so);
  if (indexes.empty()) return;
  throw in_use(fmt::format("Can't change {} when an index is being {}. Table: {} Indexes: {}", what,
                           participle, before.schema->name, indexes));
}

void check_created_indexes(const TableState& before, std::string_view what) {
  check_indexes(before, what, is_being_created, "created");
}

// The stream that is being switched: the setting is already what it will be.
std::string stream_change(const TableState& before) {
  const StreamSettings& stream = *before.settings.stream;
  return fmt::format("Table: {} Stream: {} Operation: {}", before.schema->name, stream.label,
                     stream.enabled ? "ENABLE" : "DISABLE");
}

// The class that the table is getting: the setting is already that.
std::string class_change(const TableState& before) {
  return fmt::format("TableClassUpdateInProgress: {}",
                     before.settings.table_class == TableClass::kStandard
                         ? "STANDARD"
                         : "STANDARD_INFREQUENT_ACCESS");
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

// An index that goes stands in the way of its own changes before it stands in that of the table's.
// To ask again for the mode that a table has is no change.
void check_deleted_indexes(const TableState& before, const TableUpdate& update) {
  if (update.index_updates) {
    for (const GlobalIndexUpdate& each : *update.index_updates) {
      if (!each.update) continue;
      const IndexSchema* index = before.schema->find_index(each.update->name);
      if (index != nullptr) check_index_conflict(before, each);
    }
  }
  if (!update.throughput && update.billing_mode == before.settings.billing_mode) return;
  check_indexes(before, "table IOPS", is_being_deleted, "deleted");
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
  if (is_going_on(before.settings, Kind::kTableClass)) {
    throw in_use(fmt::format("Can't change stream status when a table class update is in progress. "
                             "Table: {} {}",
                             before.schema->name, class_change(before)));
  }
  check_created_indexes(before, "stream status");
}

void check_class_conflicts(const TableState& before) {
  if (is_going_on(before.settings, Kind::kStream)) {
    throw in_use(fmt::format("Can't update table class when stream status is being updated. {}",
                             stream_change(before)));
  }
  if (is_going_on(before.settings, Kind::kTableClass)) {
    throw in_use(fmt::format("Can't update table class when a table class update is in progress. "
                             "Table: {} {}",
                             before.schema->name, class_change(before)));
  }
}

void check_maxima_conflicts(const TableState& before) {
  const auto conflict = [](std::string_view what) {
    return in_use(fmt::format("OnDemandThroughput cannot be updated while {}", what));
  };
  if (is_going_on(before.settings, Kind::kBillingMode)) {
    throw conflict("BillingMode update is in progress");
  }
  if (is_going_on(before.settings, Kind::kStream)) {
    throw conflict("stream status update is in progress");
  }
  if (is_going_on(before.settings, Kind::kTableClass)) {
    throw conflict(fmt::format("TableClass update is in progress. {}", class_change(before)));
  }
  const std::string created = indexes_that(*before.schema, is_being_created);
  if (!created.empty()) {
    throw conflict(fmt::format("index creation is in progress for indexes: {}", created));
  }
  const std::string deleted = indexes_that(*before.schema, is_being_deleted);
  if (!deleted.empty()) {
    throw conflict(fmt::format("index deletion is in progress for indexes: {}", deleted));
  }
}

bool makes_or_deletes_index(const TableUpdate& update) {
  return update.index_updates &&
         std::any_of(update.index_updates->begin(), update.index_updates->end(),
                     [](const GlobalIndexUpdate& each) { return !each.update; });
}

void check_index_list_conflicts(const TableState& before) {
  if (changes_iops(before.settings)) {
    throw in_use(
        fmt::format("Can't create or delete indexes while table IOPS are being updated. Table: {}",
                    before.schema->name));
  }
  if (is_going_on(before.settings, Kind::kStream)) {
    throw in_use(
        fmt::format("Can't create or delete an index when stream status is being updated. {}",
                    stream_change(before)));
  }
  if (is_going_on(before.settings, Kind::kTableClass)) {
    throw in_use(fmt::format("Can't create or delete an index when a table class update is in "
                             "progress. Table: {} {}",
                             before.schema->name, class_change(before)));
  }
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
  if (changes_iops(update)) {
    check_iops_conflicts(before);
    check_deleted_indexes(before, update);
  }
  if (update.stream) check_stream_conflicts(before);
  if (update.table_class) check_class_conflicts(before);
  if (update.encryption && is_going_on(before.settings, Kind::kEncryption)) {
    throw in_use("Server-Side Encryption is still being updated");
  }
  const bool has_maxima =
      update.on_demand.max_read_request_units || update.on_demand.max_write_request_units;
  if (has_maxima) check_maxima_conflicts(before);
  if (makes_or_deletes_index(update)) check_index_list_conflicts(before);
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
  if (is_changing(before) || is_going_on(before.settings, Kind::kEncryption) ||
      is_going_on(before.settings, Kind::kWarmThroughput)) {
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

#include "engine/table_lifecycle_describe.h"

#include <algorithm>
#include <utility>

#include "engine/table_lifecycle_capacity.h"

namespace stator::engine {
namespace {

void describe_index(IndexDescription& description, const IndexSettings& settings, Timestamp now) {
  description.throughput = settings.throughput;
  description.throughput.decreases_today = decreases_today(settings.throughput, now);
  description.on_demand = settings.on_demand;
  description.warm = WarmThroughputDescription{settings.warm, BackgroundStatus::kSettled};
}

void show_phase(IndexDescription& description, IndexPhase phase) {
  switch (phase) {
    case IndexPhase::kActive:
      return;
    case IndexPhase::kAllocating:
    case IndexPhase::kBackfilling:
      description.status = IndexStatus::kCreating;
      description.is_backfilling = phase == IndexPhase::kBackfilling;
      return;
    case IndexPhase::kDeleting:
      description.status = IndexStatus::kDeleting;
  }
}

IndexDescription* find_index(TableDescription& description, std::string_view name) {
  const auto& indexes = description.schema->indexes;
  const auto at = std::find_if(indexes.begin(), indexes.end(),
                               [&](const IndexSchema& index) { return index.name == name; });
  if (at == indexes.end()) return nullptr;
  return &description.indexes[static_cast<std::size_t>(at - indexes.begin())];
}

// The units of an index as they were, UPDATING. Nothing when the index is gone meanwhile.
void show_index_change(TableDescription& description, const OngoingChange& change) {
  IndexDescription* shown = find_index(description, change.index);
  const auto before = change.before->index_settings.find(change.index);
  if (shown == nullptr || before == change.before->index_settings.end()) return;
  shown->status = IndexStatus::kUpdating;
  shown->throughput.units = before->second.throughput.units;
}

void show_mode_change(TableDescription& description) {
  for (std::size_t i = 0; i < description.indexes.size(); ++i) {
    const IndexSchema& index = description.schema->indexes[i];
    if (index.kind == IndexKind::kGlobal && index.phase == IndexPhase::kActive) {
      description.indexes[i].status = IndexStatus::kUpdating;
    }
  }
}

// Puts back what is still shown as it was.
void show_ongoing(TableDescription& description, const OngoingChange& change) {
  using Kind = OngoingChange::Kind;
  const TableSettings& before = *change.before;
  switch (change.kind) {
    case Kind::kBillingMode:
      show_mode_change(description);
      break;
    case Kind::kThroughput:
      description.settings.throughput.units = before.throughput.units;
      break;
    case Kind::kStream:
      break;
    case Kind::kTableClass:
      description.settings.table_class = before.table_class;
      description.settings.table_class_changes = before.table_class_changes;
      break;
    case Kind::kEncryption:
      description.encryption = EncryptionDescription{BackgroundStatus::kUpdating, std::nullopt};
      if (before.encryption) description.encryption->kms_key_arn = before.encryption->kms_key_arn;
      return;
    case Kind::kWarmThroughput:
      description.warm = WarmThroughputDescription{before.warm, BackgroundStatus::kUpdating};
      return;
    case Kind::kIndexThroughput:
      show_index_change(description, change);
      return;
  }
  description.status = TableStatus::kUpdating;  // of the whole table
}

void show_creating(TableDescription& description) {
  description.status = TableStatus::kCreating;
  for (IndexDescription& index : description.indexes) index.status = IndexStatus::kCreating;
}

}  // namespace

TableDescription make_description(std::shared_ptr<const TableSchema> schema,
                                  TableSettings settings, Timestamp now) {
  TableDescription description;
  settings.throughput.decreases_today = decreases_today(settings.throughput, now);
  // Tables that were created provisioned and never paid per request do not show their mode.
  if (settings.billing_mode == BillingMode::kPayPerRequest ||
      settings.last_update_to_pay_per_request) {
    description.billing =
        BillingModeDescription{settings.billing_mode, settings.last_update_to_pay_per_request};
  }
  description.warm = WarmThroughputDescription{settings.warm, BackgroundStatus::kSettled};
  if (settings.encryption) {
    description.encryption =
        EncryptionDescription{BackgroundStatus::kSettled, settings.encryption->kms_key_arn};
  }
  description.indexes.resize(schema->indexes.size());
  for (std::size_t i = 0; i < schema->indexes.size(); ++i) {
    const IndexPhase phase = schema->indexes[i].phase;
    if (phase != IndexPhase::kActive) description.status = TableStatus::kUpdating;
    show_phase(description.indexes[i], phase);
    const auto at = settings.index_settings.find(schema->indexes[i].name);
    if (at != settings.index_settings.end()) {
      describe_index(description.indexes[i], at->second, now);
    }
  }
  description.schema = std::move(schema);
  description.settings = std::move(settings);
  for (const OngoingChange& change : description.settings.ongoing) {
    show_ongoing(description, change);
  }
  if (description.settings.status == TableStatus::kCreating) show_creating(description);
  if (description.settings.status == TableStatus::kDeleting) {
    description.status = TableStatus::kDeleting;
  }
  return description;
}

void count_items(TableDescription& description, const storage::Trees& trees) {
  description.item_count = trees.items.size();
  description.size_bytes = trees.size_bytes;
  for (std::size_t i = 0; i < description.indexes.size(); ++i) {
    const auto& stored = trees.schema->indexes;
    const auto at = std::find_if(stored.begin(), stored.end(), [&](const IndexSchema& index) {
      return index.name == description.schema->indexes[i].name;
    });
    if (at == stored.end()) continue;
    const auto& tree = trees.indexes[static_cast<std::size_t>(at - stored.begin())];
    description.indexes[i].item_count = tree.entries.size();
    description.indexes[i].size_bytes = tree.size_bytes;
  }
}

}  // namespace stator::engine

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
    const auto at = settings.index_settings.find(schema->indexes[i].name);
    if (at != settings.index_settings.end()) {
      describe_index(description.indexes[i], at->second, now);
    }
  }
  description.schema = std::move(schema);
  description.settings = std::move(settings);
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

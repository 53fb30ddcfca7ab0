// Errors of a restore win in this order; the texts are measured (2026) but for those marked (*),
// which are CreateTable's.
//
//   1  the overrides by themselves
//   2  the source: backup or table, point in time      backups.cpp, continuous_backups.cpp
//   3  the target exists
//   4  indexes that the source does not have
//   5  throughput of table and indexes that does not go with the billing mode
//   6  two indexes of one name (*)
//   7  what is left of throughput (*), encryption (*), quotas (*)
#include "engine/table_lifecycle_restore.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "engine/backups.h"
#include "engine/table_lifecycle_capacity.h"
#include "engine/table_lifecycle_create.h"
#include "engine/table_lifecycle_describe.h"
#include "engine/table_lifecycle_keys.h"
#include "engine/table_lifecycle_settings.h"
#include "engine/table_lifecycle_vector.h"
#include "engine/table_states.h"
#include "model/error.h"
#include "model/mutex.h"

namespace stator::engine {
namespace {

std::vector<KeyElement> key_elements(const KeySchema& key) {
  std::vector<KeyElement> elements;
  for (const KeyAttribute& attribute : key.hash) {
    elements.push_back({attribute.name, KeyRole::kHash});
  }
  for (const KeyAttribute& attribute : key.range) {
    elements.push_back({attribute.name, KeyRole::kRange});
  }
  return elements;
}

// The definition that makes an index like this one.
IndexDefinition definition_of(const IndexSchema& index) {
  IndexDefinition definition;
  definition.name = index.name;
  definition.key = key_elements(index.key);
  definition.projection.type = index.projection.type;
  if (index.projection.type == ProjectionType::kInclude) {
    definition.projection.non_key_attributes = index.projection.non_key_attributes;
  }
  return definition;
}

Error index_mismatch(std::string_view index) {
  return validation_error(
      fmt::format("Invalid Request: Index {} does not match a secondary index that existed in the "
                  "source table and cannot be created during the restore operation",
                  index));
}

// Whether the requested index is this one: its name and throughput may differ.
bool matches(const IndexDefinition& requested, const IndexSchema& index,
             const std::vector<KeyAttribute>& definitions) {
  for (const KeyElement& element : requested.key) {
    if (find_definition(definitions, element.attribute) == nullptr) return false;
  }
  const IndexSchema wanted = make_index_schema(requested, index.kind, definitions);
  return wanted.key == index.key && wanted.projection == index.projection;
}

// The source's indexes of one kind, or those of them that the request names.
std::optional<std::vector<IndexDefinition>> indexes_of(
    const RestoreSource& source, IndexKind kind,
    const std::optional<std::vector<IndexDefinition>>& requested) {
  std::vector<IndexDefinition> indexes;
  if (requested) {
    const auto& existing = source.schema->indexes;
    for (const IndexDefinition& each : *requested) {
      const bool is_there =
          std::any_of(existing.begin(), existing.end(), [&](const IndexSchema& index) {
            return index.kind == kind &&
                   matches(each, index, source.image.settings.attribute_definitions);
          });
      if (!is_there) throw index_mismatch(each.name);
      indexes.push_back(each);
    }
  } else {
    for (const IndexSchema& index : source.schema->indexes) {
      if (index.kind == kind) indexes.push_back(definition_of(index));
    }
  }
  // CreateTable, too, tells an empty list from none.
  if (indexes.empty()) return std::nullopt;
  return indexes;
}

// The definition that makes a vector index like this one.
VectorIndexDefinition vector_definition_of(const IndexSchema& index) {
  VectorIndexDefinition definition;
  definition.name = index.name;
  definition.attribute = index.vector->attribute;
  for (const KeyAttribute& attribute : index.key.hash) {
    definition.search_schema.push_back({attribute.name, SearchRole::kHash});
  }
  for (const KeyAttribute& attribute : index.vector->inline_filters) {
    definition.search_schema.push_back({attribute.name, SearchRole::kInlineFilter});
  }
  definition.projection = definition_of(index).projection;
  definition.dimensions = static_cast<std::int64_t>(index.vector->dimensions);
  definition.distance = index.vector->distance;
  return definition;
}

bool matches(const VectorIndexDefinition& requested, const IndexSchema& index,
             const std::vector<KeyAttribute>& definitions) {
  for (const SearchElement& element : requested.search_schema) {
    if (find_definition(definitions, element.attribute) == nullptr) return false;
  }
  const IndexSchema wanted = make_vector_schema(requested, definitions);
  return wanted.key == index.key && wanted.projection == index.projection &&
         wanted.vector == index.vector;
}

std::optional<std::vector<VectorIndexDefinition>> vector_indexes_of(
    const RestoreSource& source,
    const std::optional<std::vector<VectorIndexDefinition>>& requested) {
  std::vector<VectorIndexDefinition> indexes;
  if (requested) {
    for (const VectorIndexDefinition& each : *requested) {
      const IndexSchema* index = source.schema->find_index(each.name);
      if (index == nullptr || index->kind != IndexKind::kVector ||
          !matches(each, *index, source.image.settings.attribute_definitions)) {
        throw index_mismatch(each.name);
      }
      indexes.push_back(each);
    }
  } else {
    for (const IndexSchema& index : source.schema->indexes) {
      if (index.kind == IndexKind::kVector) indexes.push_back(vector_definition_of(index));
    }
  }
  if (indexes.empty()) return std::nullopt;
  return indexes;
}

// Only what keys still use.
std::vector<KeyAttribute> used_definitions(const TableDefinition& definition,
                                           const std::vector<KeyAttribute>& definitions) {
  std::vector<KeyAttribute> used;
  const auto uses = [](const std::vector<KeyElement>& key, const KeyAttribute& attribute) {
    return std::any_of(key.begin(), key.end(), [&](const KeyElement& element) {
      return element.attribute == attribute.name;
    });
  };
  for (const KeyAttribute& attribute : definitions) {
    bool is_used = uses(definition.key, attribute);
    for (const auto* indexes : {&definition.local_indexes, &definition.global_indexes}) {
      if (!*indexes) continue;
      for (const IndexDefinition& index : **indexes) is_used |= uses(index.key, attribute);
    }
    if (definition.vector_indexes) {
      for (const VectorIndexDefinition& index : *definition.vector_indexes) {
        for (const SearchElement& element : index.search_schema) {
          is_used |= element.attribute == attribute.name;
        }
      }
    }
    if (is_used) used.push_back(attribute);
  }
  return used;
}

// Capacity of indexes for which the request names none: the source's, in the mode that the source
// has too.
void keep_index_capacity(TableDefinition& definition, const TableSettings& source) {
  if (!definition.global_indexes || definition.billing_mode != source.billing_mode) return;
  for (IndexDefinition& index : *definition.global_indexes) {
    const auto at = source.index_settings.find(index.name);
    if (at == source.index_settings.end()) continue;
    if (definition.billing_mode == BillingMode::kProvisioned && !index.throughput) {
      index.throughput = at->second.throughput.units;
    }
    if (index.on_demand == OnDemandThroughput{}) index.on_demand = at->second.on_demand;
  }
}

void set_encryption(TableDefinition& definition, const TableSettings& source,
                    const RestoreOverrides& overrides) {
  if (overrides.encryption) {
    definition.encryption = overrides.encryption;
  } else if (source.encryption) {
    definition.encryption =
        EncryptionDefinition{true, EncryptionType::kKms, source.encryption->kms_key_arn};
  }
}

// Streams, time to live, tags, protection, policies and the table class are left behind.
TableDefinition make_definition(std::string_view target, const RestoreSource& source,
                                const RestoreOverrides& overrides) {
  const TableSettings& settings = source.image.settings;
  TableDefinition definition;
  definition.name = target;
  definition.key = key_elements(source.schema->key);
  definition.local_indexes = indexes_of(source, IndexKind::kLocal, overrides.local_indexes);
  definition.global_indexes = indexes_of(source, IndexKind::kGlobal, overrides.global_indexes);
  definition.vector_indexes = vector_indexes_of(source, overrides.vector_indexes);
  definition.attribute_definitions = used_definitions(definition, settings.attribute_definitions);
  definition.billing_mode = overrides.billing_mode.value_or(settings.billing_mode);
  const bool keeps_mode = definition.billing_mode == settings.billing_mode;
  definition.throughput = overrides.throughput;
  if (!definition.throughput && keeps_mode &&
      definition.billing_mode == BillingMode::kProvisioned) {
    definition.throughput = settings.throughput.units;
  }
  definition.on_demand = overrides.on_demand.value_or(keeps_mode ? settings.on_demand
                                                                 : OnDemandThroughput{});
  keep_index_capacity(definition, settings);
  set_encryption(definition, settings, overrides);
  return definition;
}

Error invalid_override(std::string_view what) {
  return validation_error(fmt::format("Invalid Request: {}", what));
}

void check_maximum(const std::optional<std::int64_t>& maximum, std::string_view member,
                   BillingMode mode) {
  if (!maximum) return;
  if (mode == BillingMode::kProvisioned) {
    throw invalid_override(
        fmt::format("Cannot override {} for OnDemandThroughput unless BillingModeOverride is "
                    "PAY_PER_REQUEST",
                    member));
  }
  if (*maximum < 1) {
    throw invalid_override(
        fmt::format("Requested {} for OnDemandThroughput is outside of valid range", member));
  }
}

void check_index_capacity(const IndexDefinition& index, const RestoreOverrides& overrides,
                          BillingMode mode) {
  if (mode == BillingMode::kProvisioned && !index.throughput) {
    throw invalid_override(
        fmt::format("Must specify provisioned throughput for index {}", index.name));
  }
  if (overrides.billing_mode == BillingMode::kPayPerRequest && index.throughput) {
    throw invalid_override(
        fmt::format("Cannot override ProvisionedThroughput if BillingMode is overridden to "
                    "PAY_PER_REQUEST for index {}",
                    index.name));
  }
}

// What the overrides say of capacity, against the billing modes of source and target. An index
// that is overridden keeps nothing of what the source's has.
void check_capacity(const RestoreOverrides& overrides, const TableSettings& source) {
  const BillingMode mode = overrides.billing_mode.value_or(source.billing_mode);
  if (mode == BillingMode::kPayPerRequest && overrides.throughput) {
    throw invalid_override(
        "Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED");
  }
  if (mode == BillingMode::kProvisioned && mode != source.billing_mode && !overrides.throughput) {
    throw invalid_override(
        "Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED");
  }
  if (overrides.on_demand) {
    check_maximum(overrides.on_demand->max_read_request_units, "MaxReadRequestUnits", mode);
    check_maximum(overrides.on_demand->max_write_request_units, "MaxWriteRequestUnits", mode);
  }
  if (!overrides.global_indexes) return;
  for (const IndexDefinition& index : *overrides.global_indexes) {
    check_index_capacity(index, overrides, mode);
  }
}

// Renaming must not make two of one name.
void check_index_names(const TableDefinition& definition) {
  std::set<std::string_view> names;
  for (const auto* indexes : {&definition.local_indexes, &definition.global_indexes}) {
    if (!*indexes) continue;
    for (const IndexDefinition& index : **indexes) {
      if (names.insert(index.name).second) continue;
      throw invalid_parameter(fmt::format("Duplicate index name: {}", index.name));
    }
  }
  if (!definition.vector_indexes) return;
  for (const VectorIndexDefinition& index : *definition.vector_indexes) {
    if (names.insert(index.name).second) continue;
    throw invalid_parameter(fmt::format("Duplicate index name: {}", index.name));
  }
}

void check_definition(const TableDefinition& definition, const Caller& caller) {
  check_index_names(definition);
  check_billing(definition);
  check_index_throughput(definition);
  check_on_demand(definition);
  if (definition.encryption) check_encryption(*definition.encryption);
  check_quotas(definition, caller.region);
}

constexpr std::size_t kFillItems = 10'000;

// An index that was going when the image was taken had stopped following writes: it is made anew.
void leave_out_deleting(storage::Trees& trees, TableSchema& schema) {
  for (std::size_t i = schema.indexes.size(); i-- > 0;) {
    if (schema.indexes[i].phase != IndexPhase::kDeleting) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    schema.indexes.erase(schema.indexes.begin() + at);
    trees.indexes.erase(trees.indexes.begin() + at);
  }
}

// A table of that schema with the image's contents. Indexes that the image does not have, or not
// wholly, are filled here, where no other request waits for them.
std::shared_ptr<storage::Table> make_table(Engine& engine, const TableImage& image,
                                           const std::shared_ptr<const TableSchema>& schema,
                                           TableSettings settings) {
  storage::Trees trees = image.trees;
  auto renamed = std::make_shared<TableSchema>(*trees.schema);
  renamed->name = schema->name;
  leave_out_deleting(trees, *renamed);
  trees.schema = std::move(renamed);
  auto table = std::make_shared<storage::Table>(std::move(trees), std::move(settings));
  std::vector<storage::IndexTree> left_out;
  {
    const WriteLock lock(table->mutex());
    left_out = table->change_indexes(schema);
    for (std::size_t i = 0; i < schema->indexes.size(); ++i) {
      while (!table->fill_index(i, kFillItems)) {
      }
    }
  }
  if (!left_out.empty()) engine.reclaimer.drop(std::move(left_out));
  return table;
}

Error target_exists(std::string_view target) {
  return Error(ErrorCode::kTableAlreadyExists, fmt::format("Table already exists: {}", target));
}

}  // namespace

void check_overrides(const RestoreOverrides& overrides) {
  if (overrides.billing_mode == BillingMode::kPayPerRequest && overrides.throughput) {
    throw validation_error(
        "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to "
        "PAY_PER_REQUEST");
  }
}

void check_restore_target(Engine& engine, std::string_view target, const Caller& caller) {
  if (engine.database_of(caller).find(target)) throw target_exists(target);
}

TableDescription restore_table(Engine& engine, std::string_view target,
                               const RestoreSource& source, const RestoreOverrides& overrides,
                               const Caller& caller) {
  const TableDefinition definition = make_definition(target, source, overrides);
  check_capacity(overrides, source.image.settings);
  check_definition(definition, caller);
  const Timestamp now = engine.clock.now();
  const auto schema = make_schema(definition);
  TableSettings settings = make_settings(definition, caller, now, engine.entropy);
  TableDescription description = make_description(schema, settings, now);
  show_as_creating(description, definition);
  description.restore = source.summary;
  auto table = make_table(engine, source.image, schema, std::move(settings));
  if (!list_table(engine, engine.database_of(caller), table)) {
    engine.reclaimer.drop(std::move(table));
    throw target_exists(target);
  }
  return description;
}

TableDescription restore_table_from_backup(Engine& engine, std::string_view target,
                                           std::string_view backup_arn,
                                           const RestoreOverrides& overrides,
                                           const Caller& caller) {
  check_overrides(overrides);
  const BackupRef backup = find_backup(engine, backup_arn, caller);
  check_restore_target(engine, target, caller);
  const RestoreSource source{
      backup->image,
      backup->image.trees.schema,
      {backup->arn, backup->image.settings.arn, backup->created}};
  return restore_table(engine, target, source, overrides, caller);
}

}  // namespace stator::engine

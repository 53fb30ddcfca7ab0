// UpdateTable: GlobalSecondaryIndexUpdates. Texts are measured (2026). Errors win in this order:
//
//   1  each action, in request order: its index exists, or does not; is a global one; its capacity
//      fits the billing mode; it changes something; the index is not in a phase that forbids it
//   2  more than one index created or deleted, or another one still so; more than 20 indexes;
//      quotas of capacity
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/index_creation.h"
#include "engine/table_lifecycle_capacity.h"
#include "engine/table_lifecycle_keys.h"
#include "engine/table_lifecycle_update.h"
#include "model/error.h"
#include "model/limits.h"

namespace stator::engine {
namespace {

using Definitions = std::vector<KeyAttribute>;

Error limit_exceeded(std::string_view what) {
  return Error(ErrorCode::kLimitExceeded, fmt::format("Subscriber limit exceeded: {}", what));
}

// REQUIRES: a global index of that name.
const IndexSettings& settings_of(const TableState& state, const std::string& index) {
  return state.settings.index_settings.at(index);
}

void check_is_global(const TableState& before, const std::string& index, std::string_view verb) {
  const IndexSchema* schema = before.schema->find_index(index);
  if (schema == nullptr) {
    throw Error(ErrorCode::kResourceNotFound,
                fmt::format("Requested resource not found: Index {} for table {}", index,
                            before.schema->name));
  }
  if (schema->kind != IndexKind::kGlobal) {
    throw validation_error(
        fmt::format("Cannot {} an index that is not a GlobalSecondaryIndex: {}", verb, index));
  }
}

void check_no_maxima(const OnDemandThroughput& maxima, std::string_view index) {
  if (!maxima.max_read_request_units && !maxima.max_write_request_units) return;
  throw invalid_parameter(fmt::format(
      "{} for OnDemandThroughput for index : {} cannot be specified when the table BillingMode is "
      "PROVISIONED",
      maxima.max_read_request_units ? "MaxReadRequestUnits" : "MaxWriteRequestUnits", index));
}

void check_creation(const IndexDefinition& creation, const TableState& before, BillingMode mode) {
  if (before.schema->find_index(creation.name) != nullptr) {
    throw validation_error("Attempting to create an index which already exists");
  }
  if (mode == BillingMode::kPayPerRequest && creation.throughput) {
    throw invalid_parameter(
        fmt::format("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: "
                    "{} when BillingMode is PAY_PER_REQUEST",
                    creation.name));
  }
  if (mode == BillingMode::kProvisioned) {
    if (!creation.throughput) {
      throw invalid_parameter(
          fmt::format("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: "
                      "{}",
                      creation.name));
    }
    check_no_maxima(creation.on_demand, creation.name);
  }
  check_initial_warm(creation.warm, mode, creation.throughput, creation.name);
}

// Which capacity of an existing index may be changed depends on the billing mode afterwards.
void check_capacity_kind(const IndexUpdate& update, BillingMode mode) {
  const bool has_maxima =
      update.on_demand.max_read_request_units || update.on_demand.max_write_request_units;
  if (mode == BillingMode::kPayPerRequest) {
    if (update.throughput || (!has_maxima && !update.warm)) {
      throw invalid_parameter(
          fmt::format("The only Updates for index: {} when TableThroughputMode is PAY_PER_REQUEST "
                      "can be to OnDemandThroughput, WarmThroughput",
                      update.name));
    }
    return;
  }
  check_no_maxima(update.on_demand, update.name);
  if (!update.throughput && !update.warm) {
    throw invalid_parameter(fmt::format(
        "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {}",
        update.name));
  }
}

void check_update(const IndexUpdate& update, const TableState& before, BillingMode mode,
                  Timestamp now) {
  check_is_global(before, update.name, "update");
  check_capacity_kind(update, mode);
  const IndexSettings& settings = settings_of(before, update.name);
  if (update.throughput && mode == before.settings.billing_mode) {
    check_throughput_change(settings.throughput, *update.throughput, update.name, now);
  }
  if (update.warm) check_warm_growth(*update.warm, settings.warm, update.name);
}

void check_index_counts(const TableState& before, const std::vector<GlobalIndexUpdate>& updates) {
  std::size_t creations = 0;
  std::size_t deletions = 0;
  for (const GlobalIndexUpdate& each : updates) {
    if (each.creation) ++creations;
    if (each.deletion) ++deletions;
    if (each.creation) check_no_other_change(before, {});
    if (each.deletion) check_no_other_change(before, each.deletion->name);
  }
  if (creations + deletions > 1) {
    throw limit_exceeded(
        "Only 1 online index can be created or deleted simultaneously per table");
  }
  if (before.settings.index_settings.size() + creations > limits::kGlobalIndexesMax) {
    throw limit_exceeded(
        fmt::format("Number of global secondary indexes exceeds per-table limit of {}",
                    limits::kGlobalIndexesMax));
  }
}

void check_index_quotas(const GlobalIndexUpdate& update, std::string_view region) {
  const auto check = [&](std::string_view index, const std::optional<Throughput>& units,
                         const OnDemandThroughput& maxima, const WarmThroughputDefinition& warm) {
    if (units) check_throughput_quota(*units, index, region);
    check_on_demand_quota(maxima, index, region);
    check_warm_quota(warm, index, region);
  };
  if (const auto& creation = update.creation) {
    check(creation->name, creation->throughput, creation->on_demand, creation->warm);
  }
  if (const auto& change = update.update) {
    check(change->name, change->throughput, change->on_demand,
          change->warm.value_or(WarmThroughputDefinition{}));
  }
}

// The table's definitions and those that the new key adds to them. An attribute that is defined
// already keeps its type, whatever the request says of it.
Definitions with_key_definitions(Definitions definitions, const std::vector<KeyElement>& key,
                                 const Definitions& requested) {
  for (const KeyElement& element : key) {
    if (find_definition(definitions, element.attribute) == nullptr) {
      definitions.push_back(*find_definition(requested, element.attribute));
    }
  }
  std::sort(definitions.begin(), definitions.end(),
            [](const KeyAttribute& a, const KeyAttribute& b) { return a.name < b.name; });
  return definitions;
}

void prune_definitions(Definitions& definitions, const TableSchema& schema) {
  std::erase_if(definitions, [&](const KeyAttribute& definition) {
    return !schema.key.contains(definition.name) &&
           std::none_of(
               schema.indexes.begin(), schema.indexes.end(),
               [&](const IndexSchema& index) { return index.defines(definition.name); });
  });
}

TableState with_index(TableState state, const IndexDefinition& creation,
                      const Definitions& requested, IndexPhase phase) {
  Definitions& definitions = state.settings.attribute_definitions;
  definitions = with_key_definitions(std::move(definitions), creation.key, requested);
  auto schema = std::make_shared<TableSchema>(*state.schema);
  schema->add_index(make_index_schema(creation, IndexKind::kGlobal, definitions));
  schema->indexes.back().phase = phase;
  state.schema = std::move(schema);
  state.settings.index_settings[creation.name] =
      make_index_settings(creation, state.settings.billing_mode);
  return state;
}

void change_index(IndexSettings& settings, const IndexUpdate& update, Timestamp now) {
  if (update.throughput) {
    change_throughput(settings.throughput, *update.throughput, now);
    raise_warm(settings.warm, *update.throughput);
  }
  merge_on_demand(settings.on_demand, update.on_demand);
  if (update.warm) grow_warm(settings.warm, *update.warm);
}

}  // namespace

void check_index_updates(const TableState& before, const TableUpdate& update,
                         std::string_view region, Timestamp now) {
  if (!update.index_updates) return;
  const BillingMode mode = mode_after(before, update);
  for (const GlobalIndexUpdate& each : *update.index_updates) {
    if (each.creation) check_creation(*each.creation, before, mode);
    if (each.update) check_update(*each.update, before, mode, now);
    if (each.deletion) check_is_global(before, each.deletion->name, "delete");
    check_index_conflict(before, each);
  }
  std::size_t projected = 0;
  for (const IndexSchema& index : before.schema->indexes) {
    projected += index.projection.non_key_attributes.size();
  }
  for (const GlobalIndexUpdate& each : *update.index_updates) {
    if (each.creation) projected += projected_attribute_count(*each.creation);
  }
  check_projected_attributes(projected);
  check_index_counts(before, *update.index_updates);
  for (const GlobalIndexUpdate& each : *update.index_updates) check_index_quotas(each, region);
}

TableState without_index(TableState state, const std::string& name) {
  auto schema = std::make_shared<TableSchema>(*state.schema);
  std::erase_if(schema->indexes, [&](const IndexSchema& index) { return index.name == name; });
  prune_definitions(state.settings.attribute_definitions, *schema);
  state.schema = std::move(schema);
  state.settings.index_settings.erase(name);
  state.settings.insights.erase(name);
  state.settings.auto_scaling.indexes.erase(name);
  return state;
}

TableState after_deletion(TableState state, const std::string& name,
                          const UpdateContext& context) {
  if (context.durations.index.count() == 0) return without_index(std::move(state), name);
  auto schema = std::make_shared<TableSchema>(*state.schema);
  const auto at = std::find_if(schema->indexes.begin(), schema->indexes.end(),
                               [&](const IndexSchema& index) { return index.name == name; });
  at->phase = IndexPhase::kDeleting;
  state.schema = std::move(schema);
  return state;
}

TableState apply_index_updates(TableState state, const TableUpdate& update,
                               const UpdateContext& context) {
  if (!update.index_updates) return state;
  for (const GlobalIndexUpdate& each : *update.index_updates) {
    if (each.creation) {
      state = with_index(std::move(state), *each.creation, *update.attribute_definitions,
                         first_index_phase(context.durations));
    }
    if (each.update) {
      change_index(state.settings.index_settings.at(each.update->name), *each.update,
                   context.now);
    }
    if (each.deletion) state = after_deletion(std::move(state), each.deletion->name, context);
  }
  return state;
}

std::optional<Throughput> requested_throughput(const TableUpdate& update, std::string_view index) {
  if (!update.index_updates) return std::nullopt;
  for (const GlobalIndexUpdate& each : *update.index_updates) {
    if (each.update && each.update->name == index) return each.update->throughput;
  }
  return std::nullopt;
}

}  // namespace stator::engine

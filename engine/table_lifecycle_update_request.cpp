// UpdateTable: what can be refused without looking at the table. Texts are measured (2026). Errors
// win in this order, of which 1, 2, 3 and the order inside 4 are measured:
//
//   1  nothing to do
//   2  an empty list of index updates beside another change
//   3  each index update: no action; several; an empty WarmThroughput; an index named twice
//   4  changes that must be the only one: replicas, encryption, table class, deletion protection,
//      on-demand throughput (but for the billing mode), warm throughput
//   5  stream, provisioned throughput, and creating or deleting an index: no two of them
//   6  billing mode against throughput, of the table and of each index
//   7  values: bounds, maxima, stream, encryption, created indexes
#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/table_lifecycle_capacity.h"
#include "engine/table_lifecycle_keys.h"
#include "engine/table_lifecycle_settings.h"
#include "engine/table_lifecycle_update.h"
#include "engine/table_lifecycle_vector.h"
#include "model/error.h"

namespace stator::engine {
namespace {

bool is_empty(const OnDemandThroughput& maxima) {
  return !maxima.max_read_request_units && !maxima.max_write_request_units;
}

bool has_index_updates(const TableUpdate& update) {
  return update.index_updates && !update.index_updates->empty();
}

// How many of the things that a request can change it changes. Empty structs count as absent.
int change_count(const TableUpdate& update) {
  return (update.throughput ? 1 : 0) + (update.billing_mode ? 1 : 0) + (update.stream ? 1 : 0) +
         (has_index_updates(update) ? 1 : 0) +
         (update.vector_updates ? 1 : 0) + (update.encryption ? 1 : 0) +
         (update.replica_updates ? 1 : 0) + (update.deletion_protection ? 1 : 0) +
         (is_empty(update.on_demand) ? 0 : 1) + (update.warm.empty() ? 0 : 1) +
         (update.table_class ? 1 : 0);
}

// The list names members of the private model too, and leaves out MultiRegionConsistency when the
// request has it, which alone changes nothing.
[[noreturn]] void throw_nothing_to_do(const TableUpdate& update) {
  throw validation_error(fmt::format(
      "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
      "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
      "ReplicaTransitRoleArn, {}DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or "
      "TableClass is required",
      update.consistency ? "" : "MultiRegionConsistency, "));
}

std::string_view index_name(const GlobalIndexUpdate& update) {
  if (update.creation) return update.creation->name;
  if (update.update) return update.update->name;
  return update.deletion->name;
}

void check_actions(const std::vector<GlobalIndexUpdate>& updates) {
  std::set<std::string_view> names;
  for (const GlobalIndexUpdate& each : updates) {
    const int actions =
        (each.creation ? 1 : 0) + (each.update ? 1 : 0) + (each.deletion ? 1 : 0);
    if (actions == 0) {
      throw invalid_parameter(
          "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
          "GlobalSecondaryIndexUpdate.Delete must not be null");
    }
    if (actions > 1) {
      throw invalid_parameter(
          "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate "
          "object");
    }
    if (each.update && each.update->warm && each.update->warm->empty()) {
      throw invalid_parameter(
          fmt::format("WarmThroughput must have at least one of ReadUnitsPerSecond or "
                      "WriteUnitsPerSecond specified for index: {}",
                      each.update->name));
    }
    if (!names.insert(index_name(each)).second) {
      throw invalid_parameter(
          fmt::format("Only one global secondary index update per index is allowed "
                      "simultaneously. Index: {}",
                      index_name(each)));
    }
  }
}

bool creates_index(const TableUpdate& update) {
  return update.index_updates &&
         std::any_of(update.index_updates->begin(), update.index_updates->end(),
                     [](const GlobalIndexUpdate& each) { return each.creation.has_value(); });
}

bool deletes_index(const TableUpdate& update) {
  return update.index_updates &&
         std::any_of(update.index_updates->begin(), update.index_updates->end(),
                     [](const GlobalIndexUpdate& each) { return each.deletion.has_value(); });
}

bool changes_index_throughput(const TableUpdate& update) {
  return update.index_updates &&
         std::any_of(update.index_updates->begin(), update.index_updates->end(),
                     [](const GlobalIndexUpdate& each) {
                       return each.update && each.update->throughput;
                     });
}

void check_lonely_changes(const TableUpdate& update) {
  const int changes = change_count(update);
  const auto check = [&](bool is_given, std::string_view what) {
    if (is_given && changes > 1) {
      throw invalid_parameter(
          fmt::format("{} modification must be the only operation in the request", what));
    }
  };
  check(update.replica_updates.has_value(), "Replica");
  check(update.vector_updates.has_value(), "VectorIndex");
  check(update.encryption.has_value(), "Server-Side Encryption");
  check(update.table_class.has_value(), "TableClass");
  check(update.deletion_protection.has_value(), "DeletionProtection");
  if (!is_empty(update.on_demand) && changes > (update.billing_mode ? 2 : 1)) {
    throw invalid_parameter(
        "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
  }
  if (update.warm.empty()) return;
  if (creates_index(update)) {
    throw invalid_parameter(
        "Create global secondary index cannot be specified when updating WarmThroughput");
  }
  if (changes > 1) {
    throw invalid_parameter("WarmThroughput must be the only operation in the request");
  }
}

// Switching to PAY_PER_REQUEST is no such update of IOPS: it goes with a stream and with an index.
void check_concurrent_changes(const TableUpdate& update) {
  const bool updates_iops =
      update.throughput.has_value() || update.billing_mode == BillingMode::kProvisioned;
  const bool changes_indexes = creates_index(update) || deletes_index(update);
  if (update.stream && (updates_iops || changes_index_throughput(update))) {
    throw invalid_parameter("You cannot modify stream status while updating table IOPS");
  }
  if (changes_indexes && updates_iops) {
    throw invalid_parameter("You cannot create or delete index while updating table IOPS");
  }
  if (changes_indexes && update.stream) {
    throw invalid_parameter("You cannot create or delete index while changing stream status");
  }
}

void check_billing_update(const TableUpdate& update) {
  if (update.billing_mode == BillingMode::kProvisioned && !update.throughput) {
    throw invalid_parameter(
        "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
  }
  if (update.billing_mode != BillingMode::kPayPerRequest) return;
  if (update.throughput) {
    throw invalid_parameter(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
        "PAY_PER_REQUEST");
  }
  if (!update.index_updates) return;
  for (const GlobalIndexUpdate& each : *update.index_updates) {
    const bool has_units = (each.creation && each.creation->throughput) ||
                           (each.update && each.update->throughput);
    if (has_units) {
      throw invalid_parameter(
          fmt::format("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for "
                      "index: {} when BillingMode is PAY_PER_REQUEST",
                      index_name(each)));
    }
  }
}

void check_creation(const IndexDefinition& creation, const TableUpdate& update) {
  if (creation.throughput) check_throughput_bounds(*creation.throughput, creation.name);
  check_on_demand_range(creation.on_demand, creation.name, RemovalMarker::kRefused);
  if (!update.attribute_definitions || update.attribute_definitions->empty()) {
    throw invalid_parameter(
        fmt::format("AttributeDefinitions is not specified for index: {}", creation.name));
  }
  check_key_is_defined(creation.key, *update.attribute_definitions);
  check_global_key(creation.key);
  check_projection(creation.projection);
}

void check_values(const TableUpdate& update) {
  if (update.throughput) check_throughput_bounds(*update.throughput, {});
  check_on_demand_range(update.on_demand, {}, RemovalMarker::kAccepted);
  if (update.stream) check_stream_update(*update.stream);
  if (update.encryption) check_encryption(*update.encryption);
  if (!update.index_updates) return;
  for (const GlobalIndexUpdate& each : *update.index_updates) {
    if (each.creation) check_creation(*each.creation, update);
    if (!each.update) continue;
    if (each.update->throughput) {
      check_throughput_bounds(*each.update->throughput, each.update->name);
    }
    check_on_demand_range(each.update->on_demand, each.update->name, RemovalMarker::kAccepted);
  }
}

}  // namespace

void check_update_request(const TableUpdate& update) {
  if (change_count(update) == 0) throw_nothing_to_do(update);
  if (update.index_updates && update.index_updates->empty()) {
    throw invalid_parameter("List of GlobalSecondaryIndexUpdates is empty");
  }
  if (update.index_updates) check_actions(*update.index_updates);
  check_vector_request(update);
  check_lonely_changes(update);
  check_concurrent_changes(update);
  check_billing_update(update);
  check_values(update);
}

}  // namespace stator::engine

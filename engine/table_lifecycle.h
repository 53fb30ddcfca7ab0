// Creating, describing, changing and deleting tables: the rules of the control plane, without its
// wire.
//
// The states that the service passes through for seconds or minutes (CREATING, UPDATING, DELETING)
// last as long as Engine::durations say. By default that is no time: the answer names the state,
// the next call finds the table ACTIVE, and no call is refused because another change goes on. Only
// the index of a large table takes its time in any case (index_creation.h).
//
// Errors: all functions throw Error, before anything has changed and while no lock is held.
// Thread safety: all functions may be called from any thread. A change is planned from a copy of
// the settings and applied only if nothing else changed them meanwhile, else planned again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/tags.h"
#include "engine/global_tables.h"
#include "model/clock.h"
#include "model/error.h"
#include "model/schema.h"
#include "model/table_settings.h"
#include "storage/table.h"

namespace stator::engine {

// --- What requests ask for --------------------------------------------------------------------

enum class KeyRole { kHash, kRange };

struct KeyElement {
  std::string attribute;
  KeyRole role = KeyRole::kHash;
};

struct ProjectionDefinition {
  std::optional<ProjectionType> type;
  std::optional<std::vector<std::string>> non_key_attributes;
};

// Absent members keep what is there, or get the default.
struct WarmThroughputDefinition {
  std::optional<std::int64_t> read_units_per_second;
  std::optional<std::int64_t> write_units_per_second;

  bool empty() const { return !read_units_per_second && !write_units_per_second; }
};

// An index to create. Local indexes have no throughput of their own.
struct IndexDefinition {
  std::string name;
  std::vector<KeyElement> key;
  ProjectionDefinition projection;
  std::optional<Throughput> throughput;
  OnDemandThroughput on_demand;
  WarmThroughputDefinition warm;
};

enum class SearchRole { kHash, kInlineFilter };

struct SearchElement {
  std::string attribute;
  SearchRole role = SearchRole::kHash;
};

// A vector index to create.
struct VectorIndexDefinition {
  std::string name;
  std::string attribute;
  std::vector<SearchElement> search_schema;
  ProjectionDefinition projection;
  std::int64_t dimensions = 0;
  DistanceFunction distance = DistanceFunction::kCosine;
};

struct StreamDefinition {
  bool enabled = false;
  std::optional<StreamViewType> view_type;
};

enum class EncryptionType { kAes256, kKms };

struct EncryptionDefinition {
  std::optional<bool> enabled;
  std::optional<EncryptionType> type;
  std::optional<std::string> kms_key_id;  // key id, key ARN, alias or alias ARN
};

// CreateTable.
struct TableDefinition {
  std::string name;
  std::vector<KeyAttribute> attribute_definitions;
  std::vector<KeyElement> key;
  // An empty list is a fault, an absent one is not.
  std::optional<std::vector<IndexDefinition>> local_indexes;
  std::optional<std::vector<IndexDefinition>> global_indexes;
  std::optional<std::vector<VectorIndexDefinition>> vector_indexes;
  BillingMode billing_mode = BillingMode::kProvisioned;
  std::optional<Throughput> throughput;
  OnDemandThroughput on_demand;
  WarmThroughputDefinition warm;
  std::optional<StreamDefinition> stream;
  std::optional<EncryptionDefinition> encryption;
  TableClass table_class = TableClass::kStandard;
  bool deletion_protection = false;
  std::vector<TagDefinition> tags;
  std::optional<std::string> resource_policy;  // a document that is valid
};

struct IndexUpdate {
  std::string name;
  std::optional<Throughput> throughput;
  OnDemandThroughput on_demand;  // -1 removes a maximum
  std::optional<WarmThroughputDefinition> warm;  // an empty one is a fault
};

struct IndexDeletion {
  std::string name;
};

// One element of GlobalSecondaryIndexUpdates. Exactly one member must be there; requests that break
// this must be representable to be refused.
struct GlobalIndexUpdate {
  std::optional<IndexDefinition> creation;
  std::optional<IndexUpdate> update;
  std::optional<IndexDeletion> deletion;
};

// One element of VectorIndexUpdates. Exactly one member must be there.
struct VectorIndexUpdate {
  std::optional<VectorIndexDefinition> creation;
  std::optional<IndexDeletion> deletion;
};

enum class ReplicaAction { kCreate, kUpdate, kDelete };

struct ReplicaUpdate {
  ReplicaAction action = ReplicaAction::kCreate;
  std::string region;
  ReplicaOverrides overrides = {};
};

// GlobalTableWitnessUpdates: one region that only keeps what was written (strong consistency).
struct WitnessUpdate {
  ReplicaAction action = ReplicaAction::kCreate;  // never kUpdate
  std::string region;
};

// UpdateTable. Absent members are not changed.
struct TableUpdate {
  std::string name;
  std::optional<std::vector<KeyAttribute>> attribute_definitions;  // for a created index only
  std::optional<BillingMode> billing_mode;
  std::optional<Throughput> throughput;
  std::optional<std::vector<GlobalIndexUpdate>> index_updates;
  std::optional<std::vector<VectorIndexUpdate>> vector_updates;
  std::optional<StreamDefinition> stream;
  std::optional<EncryptionDefinition> encryption;
  std::optional<std::vector<ReplicaUpdate>> replica_updates;
  std::optional<TableClass> table_class;
  std::optional<bool> deletion_protection;
  OnDemandThroughput on_demand;  // -1 removes a maximum
  WarmThroughputDefinition warm;
  std::optional<RegionConsistency> consistency;
  std::optional<WitnessUpdate> witness;
};

// --- What answers show ------------------------------------------------------------------------

using stator::TableStatus;
enum class IndexStatus { kCreating, kActive, kUpdating, kDeleting };

// The status of something that the service changes in the background beside the table.
enum class BackgroundStatus { kSettled, kUpdating };

struct WarmThroughputDescription {
  WarmThroughput units;
  BackgroundStatus status = BackgroundStatus::kSettled;
};

struct BillingModeDescription {
  BillingMode mode = BillingMode::kProvisioned;
  std::optional<Timestamp> last_update_to_pay_per_request;
};

// Members are absent where the service has none, or does not show them yet.
struct EncryptionDescription {
  BackgroundStatus status = BackgroundStatus::kSettled;
  std::optional<std::string> kms_key_arn;
};

// Everything about one index that its schema does not say. Local indexes have only the counts.
struct IndexDescription {
  IndexStatus status = IndexStatus::kActive;
  std::optional<bool> is_backfilling;  // only while an added index is being created
  ProvisionedThroughput throughput;
  OnDemandThroughput on_demand;
  std::optional<WarmThroughputDescription> warm;
  std::uint64_t item_count = 0;
  std::uint64_t size_bytes = 0;
};

// The global table (version 2019) that a table is a replica of.
struct GlobalTableDescription {
  RegionConsistency consistency = RegionConsistency::kEventual;
  std::vector<Replica> replicas;  // but for the caller's
  std::optional<std::string> witness_region;
};

// Where the contents of a table that is being restored come from.
struct RestoreSummary {
  std::optional<std::string> backup_arn;  // absent when they come from a point in time
  std::string table_arn;
  Timestamp time{};
};

// A table as one answer shows it. Counts are exact and current; the service counts every six hours,
// which helps nobody.
struct TableDescription {
  TableStatus status = TableStatus::kActive;
  std::shared_ptr<const TableSchema> schema;
  TableSettings settings;  // what has no member of its own below
  std::optional<BillingModeDescription> billing;
  std::optional<WarmThroughputDescription> warm;
  std::optional<EncryptionDescription> encryption;
  std::optional<GlobalTableDescription> global_table;  // of DescribeTable and UpdateTable
  std::optional<RestoreSummary> restore;  // only in the answer to the restore
  std::uint64_t item_count = 0;
  std::uint64_t size_bytes = 0;
  std::vector<IndexDescription> indexes;  // in the order of schema->indexes
};

struct TableNames {
  std::vector<std::string> names;
  std::optional<std::string> last_evaluated;  // absent on the last page
};

// --- The operations ---------------------------------------------------------------------------

// Of several calls with one name at once, exactly one succeeds.
TableDescription create_table(Engine& engine, const TableDefinition& definition,
                              const Caller& caller);

TableDescription describe_table(Engine& engine, std::string_view name, const Caller& caller);

TableDescription update_table(Engine& engine, const TableUpdate& update, const Caller& caller);

TableDescription delete_table(Engine& engine, std::string_view name, const Caller& caller);

// The names after `exclusive_start` (absent: all), in byte order, at most `limit`.
TableNames list_tables(Engine& engine, std::optional<std::string_view> exclusive_start,
                       std::size_t limit, const Caller& caller);

// The table, or "Requested resource not found: Table: T not found", as the operations on tables
// say it. Operations on items say less.
std::shared_ptr<storage::Table> find_table(Engine& engine, std::string_view name,
                                           const Caller& caller);

}  // namespace stator::engine

#include "engine/replica_tables.h"

#include <utility>

#include "engine/persistence/definitions.h"
#include "engine/persistence/journal.h"
#include "engine/streams.h"
#include "engine/table_change.h"
#include "engine/table_lifecycle_settings.h"
#include "engine/table_lifecycle_update.h"
#include "engine/table_states.h"
#include "engine/time_to_live.h"
#include "model/entropy.h"
#include "model/table_arn.h"

namespace stator::engine {
namespace {

void apply_overrides(TableSettings& settings, const ReplicaOverrides& overrides,
                     const Caller& caller, Timestamp now) {
  if (overrides.kms_key_id) {
    const EncryptionDefinition encryption{true, EncryptionType::kKms, overrides.kms_key_id};
    settings.encryption = EncryptionSettings{kms_key_arn(encryption, caller)};
  }
  if (overrides.read_capacity_units) {
    settings.throughput.units.read_capacity_units = *overrides.read_capacity_units;
  }
  if (overrides.max_read_request_units) {
    settings.on_demand.max_read_request_units = overrides.max_read_request_units;
  }
  if (overrides.table_class) change_table_class(settings, *overrides.table_class, now);
  for (const ReplicaIndex& index : overrides.indexes) {
    const auto at = settings.index_settings.find(index.name);
    if (at == settings.index_settings.end()) continue;
    if (index.read_capacity_units) {
      at->second.throughput.units.read_capacity_units = *index.read_capacity_units;
    }
    if (index.max_read_request_units) {
      at->second.on_demand.max_read_request_units = index.max_read_request_units;
    }
  }
}

// What replicas have in common is the source's; class, protection, key, tags, policies, insights
// and Kinesis destinations are their own (developer guide, "Global tables: settings
// synchronization").
TableSettings replica_settings(Engine& engine, const TableSettings& source, const Caller& caller,
                               const std::string& name, const ReplicaOverrides& overrides) {
  const Timestamp now = engine.clock.now();
  TableSettings settings = source;
  settings.revision = 0;
  settings.status = TableStatus::kActive;
  settings.ongoing.clear();
  settings.id = make_uuid(engine.entropy);
  settings.arn = table_arn(caller.region, caller.account_id, name);
  settings.created = now;
  settings.encryption_changes.clear();
  settings.table_class_changes.clear();
  settings.deletion_protection = false;
  settings.tags.clear();
  settings.policies.clear();
  settings.last_policy_revision = 0;
  settings.insights.clear();
  settings.kinesis_destinations.clear();
  settings.time_to_live.reset();  // share_time_to_live
  if (settings.encryption) {
    // A key belongs to its region: the other one's managed key takes its place.
    settings.encryption = EncryptionSettings{kms_key_arn({true, EncryptionType::kKms, {}}, caller)};
  }
  settings.stream.reset();
  enable_stream(settings, {true, StreamViewType::kNewAndOldImages}, now);
  apply_overrides(settings, overrides, caller, now);
  return settings;
}

}  // namespace

bool has_regional_tables(const Engine& engine) {
  return engine.namespace_mode != NamespaceMode::kShared;
}

Caller in_region(const Caller& caller, std::string_view region) {
  return {region, caller.account_id, caller.access_key};
}

bool open_replica(Engine& engine, ReplicationGroup& group,
                  const std::shared_ptr<storage::Table>& source, const Caller& source_caller,
                  const Replica& replica) {
  const Caller caller = in_region(source_caller, replica.region);
  storage::Database& database = engine.database_of(caller);
  for (;;) {
    const TableState before = read_state(*source);
    TableSettings settings =
        replica_settings(engine, before.settings, caller, source->name(), replica.overrides);
    StreamSwitch stream(engine, caller, std::nullopt, *before.schema, settings);
    std::shared_ptr<storage::Table> table;
    const TableMaking making(engine);
    {
      const WriteLock lock(source->mutex());
      if (source->settings().revision != before.settings.revision) continue;
      table = std::make_shared<storage::Table>(source->trees(), std::move(settings));
      if (!group.has(source_caller.region)) group.join(std::string(source_caller.region), source);
      const WriteLock inner(table->mutex());
      stream.apply(*table);
      journal_contents(engine, *table, database);  // what the group brings comes after it
      group.join(replica.region, table);
    }
    if (!add_made_table(engine, database, table)) {
      stream.revoke();
      return false;
    }
    share_time_to_live(engine, *source, table);
    return true;
  }
}

void change_replica(Engine& engine, storage::Table& table, const Caller& caller,
                    const ReplicaOverrides& overrides) {
  const TableChange lock(engine, table);
  apply_overrides(table.settings(), overrides, caller, engine.clock.now());
  ++table.settings().revision;
}

}  // namespace stator::engine

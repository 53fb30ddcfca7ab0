// CreateTable, DescribeTable, DeleteTable and ListTables. UpdateTable has files of its own.
//
// The rules of CreateTable, in the order that their errors win:
//
//   1  throughput against billing mode, and its bounds           table_lifecycle_capacity.cpp
//   2  definitions, keys and indexes                             table_lifecycle_keys.cpp
//      vector indexes                                            table_lifecycle_vector.cpp
//   3  throughput of indexes, on-demand and warm throughput      table_lifecycle_capacity.cpp
//   4  stream, encryption                                        table_lifecycle_settings.cpp
//      tags                                                      tags.cpp
//   5  quotas                                                    table_lifecycle_capacity.cpp
//   6  a table of that name exists
#include "engine/table_lifecycle.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/continuous_backups.h"
#include "engine/resource_policy.h"
#include "engine/streams.h"
#include "engine/table_lifecycle_capacity.h"
#include "engine/table_lifecycle_create.h"
#include "engine/table_lifecycle_describe.h"
#include "engine/table_lifecycle_keys.h"
#include "engine/table_lifecycle_replicas.h"
#include "engine/table_lifecycle_settings.h"
#include "engine/table_lifecycle_update.h"
#include "engine/table_lifecycle_vector.h"
#include "engine/table_states.h"
#include "model/entropy.h"
#include "model/error.h"
#include "model/memory_limit.h"
#include "model/mutex.h"
#include "model/table_arn.h"

namespace stator::engine {
namespace {

void check_table_definition(const TableDefinition& definition, const Caller& caller) {
  check_billing(definition);
  check_keys(definition);
  check_indexes(definition);
  check_new_vector_indexes(definition);
  check_index_throughput(definition);
  check_on_demand(definition);
  check_warm(definition);
  if (definition.stream) check_new_stream(*definition.stream);
  if (definition.encryption) check_encryption(*definition.encryption);
  merge_tags({}, definition.tags);
  check_quotas(definition, caller.region);
}

// Descriptions of tables with indexes list definitions by name; those of plain tables were once
// seen in the order sent.
std::vector<KeyAttribute> shown_definitions(const TableDefinition& definition) {
  std::vector<KeyAttribute> shown = definition.attribute_definitions;
  if (definition.local_indexes || definition.global_indexes || definition.vector_indexes) {
    std::sort(shown.begin(), shown.end(),
              [](const KeyAttribute& a, const KeyAttribute& b) { return a.name < b.name; });
  }
  return shown;
}

Error table_not_found(std::string_view name) {
  Error error(ErrorCode::kResourceNotFound,
              fmt::format("Requested resource not found: Table: {} not found", name));
  error.table_name = name;
  return error;
}

TableDescription describe(const storage::Table& table, Timestamp now) {
  ReadLock lock(table.mutex());
  TableDescription description = make_description(table.trees().schema, table.settings(), now);
  count_items(description, table.trees());
  return description;
}

Error name_is_taken(const storage::Database& database, const std::string& name) {
  const auto table = database.find(name);
  if (table && read_state(*table).settings.status == TableStatus::kCreating) {
    return table_in_creation(name);
  }
  return Error(ErrorCode::kResourceInUse, fmt::format("Table already exists: {}", name));
}

}  // namespace

std::shared_ptr<const TableSchema> make_schema(const TableDefinition& definition) {
  const auto& definitions = definition.attribute_definitions;
  auto schema = std::make_shared<TableSchema>();
  schema->name = definition.name;
  schema->key = make_key_schema(definition.key, definitions);
  if (definition.local_indexes) {
    for (const IndexDefinition& index : *definition.local_indexes) {
      schema->add_index(make_index_schema(index, IndexKind::kLocal, definitions));
    }
  }
  if (definition.global_indexes) {
    for (const IndexDefinition& index : *definition.global_indexes) {
      schema->add_index(make_index_schema(index, IndexKind::kGlobal, definitions));
    }
  }
  if (definition.vector_indexes) {
    for (const VectorIndexDefinition& index : *definition.vector_indexes) {
      schema->add_index(make_vector_schema(index, definitions));
    }
  }
  return schema;
}

TableSettings make_settings(const TableDefinition& definition, const Caller& caller,
                            Timestamp now, Entropy& entropy) {
  TableSettings settings;
  settings.id = make_uuid(entropy);
  settings.arn = table_arn(caller.region, caller.account_id, definition.name);
  settings.created = now;
  settings.attribute_definitions = shown_definitions(definition);
  settings.billing_mode = definition.billing_mode;
  if (definition.billing_mode == BillingMode::kPayPerRequest) {
    settings.last_update_to_pay_per_request = now;
  }
  settings.throughput.units = definition.throughput.value_or(Throughput{});
  settings.on_demand = definition.on_demand;
  settings.warm = initial_warm(definition.warm, definition.billing_mode, definition.throughput);
  if (definition.global_indexes) {
    for (const IndexDefinition& index : *definition.global_indexes) {
      settings.index_settings[index.name] =
          make_index_settings(index, definition.billing_mode);
    }
  }
  if (definition.stream && definition.stream->enabled) {
    enable_stream(settings, *definition.stream, now);
  }
  if (definition.encryption && asks_for_kms(*definition.encryption)) {
    settings.encryption = EncryptionSettings{kms_key_arn(*definition.encryption, caller)};
  }
  settings.table_class = definition.table_class;
  settings.deletion_protection = definition.deletion_protection;
  settings.tags = merge_tags({}, definition.tags);
  if (definition.resource_policy) attach_policy(settings, {}, *definition.resource_policy, now);
  return settings;
}

// What the answer of CreateTable does not show yet: warm throughput that was not asked for, that of
// indexes, and since when the table pays per request.
void show_as_creating(TableDescription& description, const TableDefinition& definition) {
  description.status = TableStatus::kCreating;
  if (description.billing) description.billing->last_update_to_pay_per_request.reset();
  if (definition.warm.empty()) {
    description.warm.reset();
  } else {
    description.warm->status = BackgroundStatus::kUpdating;
  }
  for (IndexDescription& index : description.indexes) {
    index.status = IndexStatus::kCreating;
    index.warm.reset();
  }
}

TableDescription create_table(Engine& engine, const TableDefinition& definition,
                              const Caller& caller) {
  check_table_definition(definition, caller);
  require_memory(0);
  const Timestamp now = engine.clock.now();
  const auto schema = make_schema(definition);
  TableSettings settings = make_settings(definition, caller, now, engine.entropy);
  StreamSwitch stream(engine, caller, std::nullopt, *schema, settings);
  TableDescription description = make_description(schema, settings, now);
  show_as_creating(description, definition);
  const auto table = std::make_shared<storage::Table>(schema, std::move(settings));
  {
    const WriteLock lock(table->mutex());
    stream.apply(*table);
  }
  storage::Database& database = engine.database_of(caller);
  if (!add_table(engine, database, table)) {
    stream.revoke();
    throw name_is_taken(database, definition.name);
  }
  return description;
}

TableDescription describe_table(Engine& engine, std::string_view name, const Caller& caller) {
  TableDescription description =
      describe(*find_table(engine, name, caller), engine.clock.now());
  description.global_table = describe_global_table(engine, name, caller);
  return description;
}

// Of two calls at once, one removes the table and the other does not find it.
TableDescription delete_table(Engine& engine, std::string_view name, const Caller& caller) {
  auto table = find_table(engine, name, caller);
  const TableState before = read_state(*table);
  check_deletion_conflicts(before);
  if (before.settings.deletion_protection) {
    throw validation_error(
        "Resource cannot be deleted as it is currently protected against deletion. Disable "
        "deletion protection first.");
  }
  check_replica_deletion(engine, name, caller);
  TableDescription description = describe(*table, engine.clock.now());
  description.status = TableStatus::kDeleting;
  end_recovery(engine, *table, caller);
  if (!remove_table(engine, engine.database_of(caller), std::move(table))) {
    throw table_not_found(name);
  }
  close_stream(engine, caller, description.settings);
  forget_replica(engine, name, caller);
  return description;
}

TableNames list_tables(Engine& engine, std::optional<std::string_view> exclusive_start,
                       std::size_t limit, const Caller& caller) {
  TableNames page;
  // One more than asked for, to know whether there is another page: the service leaves out
  // LastEvaluatedTableName on a last page that is exactly full.
  page.names = engine.database_of(caller).names(exclusive_start.value_or(std::string_view()),
                                                limit + 1);
  if (page.names.size() > limit) {
    page.names.pop_back();
    page.last_evaluated = page.names.back();
  }
  return page;
}

std::shared_ptr<storage::Table> find_table(Engine& engine, std::string_view name,
                                           const Caller& caller) {
  auto table = engine.database_of(caller).find(name);
  if (!table) throw table_not_found(name);
  return table;
}

}  // namespace stator::engine

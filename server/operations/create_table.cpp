#include "server/operations/create_table.h"

#include "engine/table_lifecycle.h"
#include "model/table_arn.h"
#include "server/operations/policy_document.h"
#include "server/operations/table_json.h"
#include "server/operations/table_request.h"
#include "server/operations/vector_request.h"

namespace stator::server {
namespace {

void add_indexes(engine::TableDefinition& definition, const wire::CreateTableRequest& request) {
  if (request.local_secondary_indexes) {
    auto& indexes = definition.local_indexes.emplace();
    for (const auto& index : *request.local_secondary_indexes) {
      indexes.push_back(to_local_index(index));
    }
  }
  if (request.global_secondary_indexes) {
    auto& indexes = definition.global_indexes.emplace();
    for (const auto& index : *request.global_secondary_indexes) {
      indexes.push_back(to_global_index(index));
    }
  }
}

void add_vector_indexes(engine::TableDefinition& definition,
                        const wire::CreateTableRequest& request) {
  if (!request.vector_indexes) return;
  auto& indexes = definition.vector_indexes.emplace();
  for (const auto& index : *request.vector_indexes) indexes.push_back(to_vector_index(index));
}

// GlobalTableSourceArn and GlobalTableSettingsReplicationMode have no effect: there are no global
// tables.
engine::TableDefinition to_definition(const wire::CreateTableRequest& request) {
  engine::TableDefinition definition;
  definition.name = parse_table_name(*request.table_name).name;
  definition.attribute_definitions = to_definitions(*request.attribute_definitions);
  definition.key = to_key(*request.key_schema);
  add_indexes(definition, request);
  add_vector_indexes(definition, request);
  if (request.billing_mode) definition.billing_mode = to_billing_mode(*request.billing_mode);
  definition.throughput = to_throughput(request.provisioned_throughput);
  definition.on_demand = to_on_demand(request.on_demand_throughput);
  definition.warm = to_warm(request.warm_throughput);
  definition.stream = to_stream(request.stream_specification);
  definition.encryption = to_encryption(request.sse_specification);
  if (request.table_class) definition.table_class = to_table_class(*request.table_class);
  definition.deletion_protection = request.deletion_protection_enabled.value_or(false);
  if (request.tags) definition.tags = to_tags(*request.tags);
  if (request.resource_policy) {
    definition.resource_policy = read_policy_document(*request.resource_policy, {});
  }
  return definition;
}

}  // namespace

void CreateTable::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto table =
      engine::create_table(context.engine, to_definition(request), context.caller);
  out.begin_object().key("TableDescription");
  write_table(out, table, TableView::kWhole);
  out.end_object();
}

}  // namespace stator::server

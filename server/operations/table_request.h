// From the structs that operations on tables share on the wire to the engine's.
//
// REQUIRES of all functions: the request passed check_constraints, so that required members are
// there and enum values are among their choices.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/table_lifecycle.h"
#include "server/operations/operation.h"
#include "server/wire/requests/table_settings.h"
#include "server/wire/requests/tags.h"

namespace stator::server {

std::vector<KeyAttribute> to_definitions(
    const std::vector<wire::AttributeDefinition>& definitions);
std::vector<engine::KeyElement> to_key(const std::vector<wire::KeySchemaElement>& key);
engine::ProjectionDefinition to_projection(const wire::Projection& projection);
BillingMode to_billing_mode(const std::string& mode);
std::optional<Throughput> to_throughput(const std::optional<wire::ProvisionedThroughput>& units);
OnDemandThroughput to_on_demand(const std::optional<wire::OnDemandThroughput>& maxima);
engine::WarmThroughputDefinition to_warm(const std::optional<wire::WarmThroughput>& warm);
std::optional<engine::StreamDefinition> to_stream(
    const std::optional<wire::StreamSpecification>& stream);
std::optional<engine::EncryptionDefinition> to_encryption(
    const std::optional<wire::SseSpecification>& encryption);

std::vector<engine::TagDefinition> to_tags(const std::vector<wire::Tag>& tags);

// Throws ValidationException: a bad class is no violation of constraints on the service.
TableClass to_table_class(const std::string& table_class);

// A global index of CreateTable, or one that UpdateTable creates: the structs have equal members.
template <class WireIndex>
engine::IndexDefinition to_global_index(const WireIndex& index) {
  engine::IndexDefinition definition;
  definition.name = *index.index_name;
  definition.key = to_key(*index.key_schema);
  definition.projection = to_projection(*index.projection);
  definition.throughput = to_throughput(index.provisioned_throughput);
  definition.on_demand = to_on_demand(index.on_demand_throughput);
  definition.warm = to_warm(index.warm_throughput);
  return definition;
}

template <class WireIndex>
engine::IndexDefinition to_local_index(const WireIndex& index) {
  engine::IndexDefinition definition;
  definition.name = *index.index_name;
  definition.key = to_key(*index.key_schema);
  definition.projection = to_projection(*index.projection);
  return definition;
}

}  // namespace stator::server

// The overrides that both restores share.
#pragma once

#include <vector>

#include "engine/table_lifecycle_restore.h"
#include "server/operations/table_request.h"
#include "server/operations/vector_request.h"
#include "server/wire/requests/backups.h"

namespace stator::server {

template <class Request>
engine::RestoreOverrides to_overrides(const Request& request) {
  engine::RestoreOverrides overrides;
  if (request.billing_mode_override) {
    overrides.billing_mode = to_billing_mode(*request.billing_mode_override);
  }
  if (request.global_secondary_index_override) {
    auto& indexes = overrides.global_indexes.emplace();
    for (const auto& index : *request.global_secondary_index_override) {
      indexes.push_back(to_global_index(index));
    }
  }
  if (request.local_secondary_index_override) {
    auto& indexes = overrides.local_indexes.emplace();
    for (const auto& index : *request.local_secondary_index_override) {
      indexes.push_back(to_local_index(index));
    }
  }
  if (request.vector_index_override) {
    auto& indexes = overrides.vector_indexes.emplace();
    for (const auto& index : *request.vector_index_override) {
      indexes.push_back(to_vector_index(index));
    }
  }
  overrides.throughput = to_throughput(request.provisioned_throughput_override);
  if (request.on_demand_throughput_override) {
    overrides.on_demand = to_on_demand(request.on_demand_throughput_override);
  }
  overrides.encryption = to_encryption(request.sse_specification_override);
  return overrides;
}

}  // namespace stator::server

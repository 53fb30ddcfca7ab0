// AWS::DynamoDB::GlobalTable: one table with replicas.
//
// Private to load/.
#pragma once

#include "server/load/table_properties.h"

namespace stator::server::load {

// `properties` are those of the resource, worked out. What a replica says of its own is done for
// that of `region`, which must be one of them; the others get their overrides. Throws LoadError.
void send_global_table(const TableResource& resource, Node properties, std::string_view region);

}  // namespace stator::server::load

// BulkOperationDescription, and what the operations on bulk operations share.
#pragma once

#include <string_view>

#include "engine/bulk_operations.h"
#include "server/wire/json_writer.h"

namespace stator::server {

std::string_view spelling(engine::BulkStatus status);

// The whole answer: {"BulkOperationDescription": {...}}.
void write_bulk_answer(wire::JsonWriter& out, const engine::BulkOperation& job);

}  // namespace stator::server

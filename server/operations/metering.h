// Where the capacity of a call goes besides its answer.
#pragma once

#include "engine/meter.h"
#include "server/operations/operation.h"

namespace stator::server {

// Adds what the call used of one table to the ledger, and to the call's line in the log.
void record_meter(CallContext& context, const engine::TableMeter& meter);

}  // namespace stator::server

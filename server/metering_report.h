// The meter's sums as the JSON document that GET /_stator/metering answers (docs/METERING.md).
#pragma once

#include <string>

#include "engine/ledger.h"

namespace stator::server {

std::string metering_report(const engine::MeterLedger& ledger);

}  // namespace stator::server

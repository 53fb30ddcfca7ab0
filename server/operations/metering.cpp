#include "server/operations/metering.h"

#include "server/request_log.h"

namespace stator::server {

void record_meter(CallContext& context, const engine::TableMeter& meter) {
  context.engine.ledger.record(context.label, context.operation, meter);
  if (context.record == nullptr) return;
  TableUse use{meter.requested_name(), meter.table().read, meter.table().write};
  for (const engine::Arm& arm : meter.indexes()) {
    use.read += arm.read;
    use.write += arm.write;
  }
  context.record->uses.push_back(std::move(use));
}

}  // namespace stator::server

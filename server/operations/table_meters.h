// The meters of a call that touches several tables: one per table, in order of first appearance
// (docs/METERING.md, R52).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/meter.h"
#include "server/operations/metering.h"
#include "server/operations/operation.h"

namespace stator::server {

class TableMeters {
 public:
  // The meter of the table that the request calls `requested_name`. The reference is good until
  // the next call.
  engine::TableMeter& of(const std::string& requested_name,
                         const std::shared_ptr<const TableSchema>& schema) {
    for (engine::TableMeter& meter : meters_) {
      if (meter.requested_name() == requested_name) return meter;
    }
    return meters_.emplace_back(requested_name, schema);
  }

  std::span<const engine::TableMeter> all() const { return meters_; }

  // Adds all of them to the ledger, as one request each.
  void record(CallContext& context) const {
    for (const engine::TableMeter& meter : meters_) {
      record_meter(context, meter);
    }
  }

 private:
  std::vector<engine::TableMeter> meters_;
};

}  // namespace stator::server

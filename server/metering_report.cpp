#include "server/metering_report.h"

#include "server/wire/json_writer.h"

namespace stator::server {

std::string metering_report(const engine::MeterLedger& ledger) {
  std::string text;
  wire::JsonWriter out(text);
  out.begin_object();
  out.key("Entries").begin_array();
  for (const engine::LedgerEntry& entry : ledger.entries()) {
    out.begin_object();
    out.member("Label", entry.label);
    out.member("Operation", entry.operation);
    out.member("TableName", entry.table_name);
    if (!entry.index_name.empty()) out.member("IndexName", entry.index_name);
    out.member("Requests", static_cast<std::int64_t>(entry.requests));
    out.member("Failures", static_cast<std::int64_t>(entry.failures));
    out.key("ReadCapacityUnits").half_units(static_cast<std::int64_t>(entry.arm.read));
    out.key("WriteCapacityUnits").half_units(static_cast<std::int64_t>(entry.arm.write));
    out.key("FailedWriteCapacityUnits")
        .half_units(static_cast<std::int64_t>(entry.arm.failed_write));
    out.member("EntriesWritten", static_cast<std::int64_t>(entry.arm.entries_written));
    if (!entry.arm.vectors.empty()) {
      out.member("VectorSearchRequestBytes",
                 static_cast<std::int64_t>(entry.arm.vectors.searched));
      out.member("VectorWriteRequestBytes", static_cast<std::int64_t>(entry.arm.vectors.written));
    }
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return text;
}

}  // namespace stator::server

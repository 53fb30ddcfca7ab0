// Writes ExportDescription and what imports share with it.
#pragma once

#include <string_view>

#include "engine/export_job.h"
#include "server/wire/json_writer.h"

namespace stator::server {

std::string_view spelling(engine::JobStatus status);
std::string_view spelling(engine::DataFormat format);
std::string_view spelling(engine::ExportType type);

// How much an answer shows.
enum class ExportDetail {
  kAtStart,  // ExportTableToPointInTime: only what was asked for
  kWhole,    // DescribeExport
};

// The object.
void write_export(wire::JsonWriter& json, const engine::Export& job, ExportDetail detail);

}  // namespace stator::server

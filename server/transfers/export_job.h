// Writing an export, in slices of background work.
//
// Laid out as the service does, below <bucket>/<prefix>/AWSDynamoDB/:
//   <export id>/_started                an empty object: the bucket can be written to
//   <export id>/data/<name>.json.gz     items, a line each (item_text.h), compressed
//   <export id>/manifest-files.json     a line for each data object: key, items, checksums
//   <export id>/manifest-files.md5
//   <export id>/manifest-summary.json   what was exported
//   <export id>/manifest-summary.md5
// An incremental export has its data in data/ beside the export, as the service does.
#pragma once

#include "engine/exports.h"
#include "server/transfers/export_filter.h"

namespace stator::server {

// Schedules the work; the job in engine.exports is COMPLETED or FAILED when it is done.
// REQUIRES: started.contents is there, and so is engine.objects.
void run_export(engine::Engine& engine, const engine::Caller& caller,
                engine::StartedExport started, ExportFilter filter);

}  // namespace stator::server

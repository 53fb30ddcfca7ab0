#include "server/operations/describe_export.h"

#include "engine/exports.h"
#include "server/operations/export_json.h"

namespace stator::server {

void DescribeExport::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto job = engine::describe_export(context.engine, *request.export_arn, context.caller);
  out.begin_object().key("ExportDescription");
  write_export(out, job, ExportDetail::kWhole);
  out.end_object();
}

}  // namespace stator::server

#include "server/operations/export_table_to_point_in_time.h"

#include <utility>

#include "engine/backups.h"
#include "engine/exports.h"
#include "model/error.h"
#include "model/table_arn.h"
#include "server/operations/export_filter_request.h"
#include "server/operations/export_json.h"
#include "server/operations/parameters.h"
#include "server/transfers/export_job.h"
#include "server/wire/fingerprint.h"

namespace stator::server {
namespace {

engine::ExportSpecification to_specification(
    const wire::ExportTableToPointInTimeRequest& request) {
  engine::ExportSpecification specification;
  specification.table_arn = *request.table_arn;
  specification.time = request.export_time;
  specification.bucket = *request.s3_bucket;
  specification.bucket_owner = request.s3_bucket_owner;
  specification.prefix = request.s3_prefix;
  if (request.s3_sse_algorithm) specification.sse_algorithm = *request.s3_sse_algorithm;
  specification.kms_key_id = request.s3_sse_kms_key_id;
  if (is(request.export_format, "ION")) specification.format = engine::DataFormat::kIon;
  if (is(request.export_type, "INCREMENTAL_EXPORT")) {
    specification.type = engine::ExportType::kIncremental;
  }
  if (const auto& increment = request.incremental_export_specification) {
    specification.has_increment = true;
    specification.increment_from = increment->export_from_time;
    specification.increment_to = increment->export_to_time;
    if (is(increment->export_view_type, "NEW_IMAGE")) {
      specification.view = engine::ExportView::kNewImage;
    }
  }
  return specification;
}

KeySchema key_of_table(const wire::ExportTableToPointInTimeRequest& request,
                       const CallContext& context) {
  const std::string& arn = *request.table_arn;
  return engine::find_source_table(context.engine, parse_table_name(arn).name, arn,
                                   context.caller)
      ->key();
}

}  // namespace

void ExportTableToPointInTime::execute(Request& request, CallContext& context,
                                       wire::JsonWriter& out) {
  if (!request.table_arn->starts_with("arn:")) {
    throw validation_error("Invalid TableArn");  // this parameter alone is never a name
  }
  engine::ExportSpecification specification = to_specification(request);
  std::string fingerprint = wire::fingerprint(request);
  ExportFilter filter;
  if (request.filter_specification) {
    specification.filter = repeat_filter(*request.filter_specification);
    fingerprint += *specification.filter;  // values are not printed
    filter = bind_filter_specification(*request.filter_specification,
                                       key_of_table(request, context));
  }
  auto started = engine::start_export(context.engine, std::move(specification),
                                      request.client_token.value_or(""), std::move(fingerprint),
                                      context.caller);
  out.begin_object().key("ExportDescription");
  write_export(out, started.job, ExportDetail::kAtStart);
  out.end_object();
  if (started.contents) run_export(context.engine, context.caller, std::move(started),
                                   std::move(filter));
}

}  // namespace stator::server

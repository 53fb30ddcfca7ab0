#include "server/operations/cancel_bulk_operation.h"

#include "server/operations/bulk_json.h"

namespace stator::server {

void CancelBulkOperation::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto job =
      engine::cancel_bulk(context.engine, *request.bulk_operation_arn, context.caller);
  out.begin_object();
  out.member("BulkOperationArn", job.arn);
  out.member("BulkOperationStatus", spelling(job.bulk_status));
  out.end_object();
}

}  // namespace stator::server

#include "server/operations/describe_bulk_operation.h"

#include "server/operations/bulk_json.h"

namespace stator::server {

void DescribeBulkOperation::execute(Request& request, CallContext& context,
                                    wire::JsonWriter& out) {
  write_bulk_answer(
      out, engine::describe_bulk(context.engine, *request.bulk_operation_arn, context.caller));
}

}  // namespace stator::server

#include "server/operations/describe_import.h"

#include "engine/imports.h"
#include "server/operations/import_json.h"

namespace stator::server {

void DescribeImport::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto job = engine::describe_import(context.engine, *request.import_arn, context.caller);
  out.begin_object().key("ImportTableDescription");
  write_import(out, job);
  out.end_object();
}

}  // namespace stator::server

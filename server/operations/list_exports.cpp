#include "server/operations/list_exports.h"

#include "engine/exports.h"
#include "server/operations/export_json.h"

namespace stator::server {

// The token is the last ARN of the page before.
void ListExports::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  constexpr std::int32_t kPageDefault = 25;
  const auto page = engine::list_exports(
      context.engine, request.table_arn,
      static_cast<std::size_t>(request.max_results.value_or(kPageDefault)), request.next_token,
      context.caller);
  out.begin_object().key("ExportSummaries").begin_array();
  for (const engine::Export& job : page.jobs) {
    out.begin_object();
    out.member("ExportArn", job.arn);
    out.member("ExportStatus", spelling(job.status));
    out.member("ExportType", spelling(job.specification.type));
    out.end_object();
  }
  out.end_array();
  if (page.next_token) out.member("NextToken", *page.next_token);
  out.end_object();
}

}  // namespace stator::server

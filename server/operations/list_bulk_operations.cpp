#include "server/operations/list_bulk_operations.h"

#include <cstddef>
#include <string>

#include "model/error.h"
#include "server/operations/bulk_json.h"

namespace stator::server {
namespace {

constexpr std::int32_t kResultsStandard = 10;

}  // namespace

void ListBulkOperations::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  std::string before;
  if (request.next_token) {
    const auto arn = engine::bulk_arn_of_token(*request.next_token, context.caller);
    if (!arn) throw validation_error("The provided NextToken is invalid");
    before = *arn;
  }
  const auto limit = static_cast<std::size_t>(request.max_results.value_or(kResultsStandard));
  const auto page = engine::list_bulk(context.engine, limit, before, context.caller);
  out.begin_object().key("BulkOperationsSummaryList").begin_array();
  for (const engine::BulkOperation& job : page.jobs) {
    out.begin_object();
    out.member("BulkOperationArn", job.arn);
    out.member("BulkOperationStatus", spelling(job.bulk_status));
    out.member("StartTime", job.start);
    if (job.end) out.member("EndTime", *job.end);
    out.end_object();
  }
  out.end_array();
  if (page.next_token) out.member("NextToken", *page.next_token);
  out.end_object();
}

}  // namespace stator::server

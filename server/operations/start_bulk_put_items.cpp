#include "server/operations/start_bulk_put_items.h"

#include <algorithm>
#include <string>
#include <utility>

#include "model/table_arn.h"
#include "server/operations/bulk_json.h"
#include "server/transfers/bulk_job.h"
#include "server/wire/fingerprint.h"

namespace stator::server {
namespace {

engine::InputCompression to_compression(const std::string& type) {
  if (type == "GZIP") return engine::InputCompression::kGzip;
  return type == "ZSTD" ? engine::InputCompression::kZstd : engine::InputCompression::kNone;
}

engine::ImportSource to_input(const wire::InputS3Configuration& configuration) {
  engine::ImportSource input;
  input.bucket = *configuration.s3_bucket;
  input.bucket_owner = configuration.s3_bucket_owner;
  input.prefix = configuration.s3_key_prefix;
  input.format = *configuration.input_format == "ION" ? engine::DataFormat::kIon
                                                      : engine::DataFormat::kDynamoDbJson;
  input.compression = to_compression(configuration.input_compression_type.value_or("NONE"));
  return input;
}

engine::BulkOutput to_output(const wire::OutputS3Configuration& configuration) {
  engine::BulkOutput output;
  output.bucket_owner = configuration.s3_bucket_owner;
  output.bucket = configuration.s3_bucket.value_or("");
  output.prefix = configuration.s3_key_prefix;
  output.sse_algorithm = configuration.s3_sse_algorithm;
  output.kms_key_id = configuration.s3_sse_kms_key_id;
  output.types = *configuration.output_type;
  const auto has = [&](std::string_view type) {
    return std::find(output.types.begin(), output.types.end(), type) != output.types.end();
  };
  output.has_errors = has("ERROR");
  output.has_condition_failures = has("CONDITION_CHECK_FAILURE");
  return output;
}

engine::BulkSpecification to_specification(const wire::StartBulkPutItemsRequest& request) {
  engine::BulkSpecification specification;
  specification.table = *request.table_name;
  specification.input = to_input(*request.input);
  specification.has_compression = request.input->input_compression_type.has_value();
  specification.output = to_output(*request.output);
  specification.write_units_max = request.max_write_request_units;
  specification.tier = request.performance_tier == "ACCELERATED"
                           ? engine::PerformanceTier::kAccelerated
                           : engine::PerformanceTier::kStandard;
  return specification;
}

}  // namespace

void StartBulkPutItems::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const std::string token = request.client_token.value_or("");
  request.client_token.reset();  // the same request may have any
  auto started = engine::start_bulk_put(context.engine, to_specification(request),
                                        parse_table_name(*request.table_name).name, token,
                                        wire::fingerprint(request), context.caller);
  write_bulk_answer(out, started.job);
  if (started.table) run_bulk_put(context.engine, context.caller, std::move(started));
}

}  // namespace stator::server
